import AlmanacDeclarations

/// Makes records of what a walk has captured, and keeps count of what it meets.
struct RecordAssembly {
  let plan: RecordPlan
  let conversion: Conversion
  /// The values of another type, with the paths they came from.
  var illTyped: [FieldReading.IllTyped] = []
  var uses: [Drift.FieldUse]
  var cursorText: (text: String, cursor: Cursor)?
  /// The key of the last record with that cursor.
  var newestID: RecordID?
  var extra = ExtraWriter()

  init(_ plan: RecordPlan, scratch: Scratch) {
    self.plan = plan
    conversion = Conversion(scratch: scratch)
    extra.trimsCells = plan.rules.isFirst
    uses = plan.declared.map { Drift.FieldUse(name: $0.name, paths: $0.sentPaths) }
  }

  /// The key of the captured record; nothing where it has none of the declared type.
  func key(of capture: Capture) -> RecordID? {
    for origin in plan.origins[plan.key] {
      let piece = origin.isMany ? capture.many[origin.slot].first : capture.single[origin.slot]
      if let id = piece.flatMap({ conversion.key(in: $0, isInteger: plan.dataset.key.isInteger) }) {
        return id
      }
    }
    return nil
  }

  /// Where the captured record stands, as it was sent; nothing without a key.
  func position(of capture: Capture) -> DecodedPage.Position? {
    guard let key = sent(plan.key, in: capture) else { return nil }
    return DecodedPage.Position(key: key, cursor: sent(plan.cursor, in: capture))
  }

  private func sent(_ origins: Range<Int>, in capture: Capture) -> String? {
    for origin in plan.origins[origins] where !origin.isMany {
      let piece = capture.single[origin.slot]
      guard piece.isText || piece.kind == .number else { continue }
      return conversion.scratch.plain(piece).text
    }
    return nil
  }

  /// The captured record under its key.
  mutating func record(
    _ id: RecordID, of capture: borrowing Capture, in keys: borrowing KeyTable
  ) -> Record {
    if !illTyped.isEmpty { illTyped.removeAll(keepingCapacity: true) }
    var values: [Value] = []
    values.reserveCapacity(plan.fields.count)
    for index in plan.fields.indices { values.append(value(at: index, of: capture)) }
    for index in plan.fields.indices where plan.fields[index].bandsOf >= 0 {
      values[index] = band(at: index, among: values)
    }
    return Record(id: id, values: values, extra: extraText(of: capture, in: keys))
  }

  /// Notes the cursor of the captured record under its key.
  mutating func noteCursor(of capture: borrowing Capture, _ id: RecordID) {
    for origin in plan.origins[plan.cursor] where !origin.isMany {
      guard let text = conversion.text(capture.single[origin.slot]), !text.isEmpty else { continue }
      guard text != cursorText?.text else { return newestID = id }
      let cursor = Cursor(text)
      if cursorText.map({ $0.cursor < cursor }) ?? true {
        cursorText = (text, cursor)
        newestID = id
      }
      return
    }
  }

  /// The value of a declared field: its place paths first, then each path in order.
  @inline(__always)
  private mutating func value(at index: Int, of capture: borrowing Capture) -> Value {
    let field = plan.fields[index]
    var reading = FieldReading()
    let value: Value
    if field.onlySlot >= 0 {
      let origin = plan.origins[field.sources.lowerBound]
      let piece = capture.single[field.onlySlot]
      value = reading.read(piece, by: field.rule, origin, conversion) ?? .absent
    } else {
      value = reading.read(field, of: plan, capture, conversion)
    }
    uses[index].seen &+= reading.isSeen ? 1 : 0
    uses[index].present &+= reading.isPresent ? 1 : 0
    if !reading.illTyped.isEmpty { note(reading, isMissed: value.isAbsent, at: index) }
    return field.hasUnknownPlaces ? known(value, at: index) : value
  }

  /// A value, unless it is a place that stands for "unknown".
  private func known(_ value: Value, at index: Int) -> Value {
    guard case .point(let point) = value else { return value }
    return plan.declared[index].unknownPlaces.contains(point) ? .absent : value
  }

  private mutating func note(_ use: borrowing FieldReading, isMissed: Bool, at index: Int) {
    illTyped += use.illTyped
    guard isMissed else { return }
    if plan.fields[index].rule.order == nil, let piece = use.illTyped.first?.pieces.first,
      let evidence = conversion.evidence(piece, as: plan.fields[index].rule.type)
    {
      return uses[index].dates.add(evidence)
    }
    uses[index].illTyped += 1
    guard uses[index].sample == nil else { return }
    uses[index].sample = use.illTyped.first?.pieces.first?.bytes.excerpt()
  }

  private func band(at index: Int, among values: [Value]) -> Value {
    guard let bands = plan.declared[index].bands else { return .absent }
    switch values[plan.fields[index].bandsOf] {
    case .integer(let number): return .text(bands.band(of: Double(number)))
    case .number(let number): return .text(bands.band(of: number))
    default: return .absent
    }
  }
}
