import AlmanacDeclarations

/// Makes records of what a walk has captured, and keeps count of what it meets.
struct RecordAssembly {
  let plan: RecordPlan
  let conversion: Conversion
  /// The values of another type, with the paths they came from.
  var illTyped: [(origin: RecordPlan.Origin, pieces: [Piece])] = []
  var uses: [Drift.FieldUse]
  var cursorText: (text: String, cursor: Cursor)?
  var extra = ExtraWriter()

  init(_ plan: RecordPlan, scratch: Scratch) {
    self.plan = plan
    conversion = Conversion(scratch: scratch)
    uses = plan.fields.map { Drift.FieldUse(name: $0.field.name, paths: $0.paths) }
  }

  /// The key of the captured record; nothing where it has none of the declared type.
  func key(of capture: Capture) -> RecordID? {
    for origin in plan.key {
      let piece = origin.isMany ? capture.many[origin.slot].first : capture.single[origin.slot]
      if let id = piece.flatMap({ conversion.key(in: $0, isInteger: plan.dataset.key.isInteger) }) {
        return id
      }
    }
    return nil
  }

  /// The captured record under its key.
  mutating func record(_ id: RecordID, of capture: borrowing Capture, in keys: KeyTable) -> Record {
    if !illTyped.isEmpty { illTyped.removeAll(keepingCapacity: true) }
    var values: [Value] = []
    values.reserveCapacity(plan.fields.count)
    for index in plan.fields.indices { values.append(value(at: index, of: capture)) }
    for (index, field) in plan.fields.enumerated() where field.bandsOf != nil {
      values[index] = band(field, among: values)
    }
    return Record(id: id, values: values, extra: extraText(of: capture, in: keys))
  }

  /// Notes the cursor of the captured record.
  mutating func noteCursor(of capture: borrowing Capture) {
    for origin in plan.cursor where !origin.isMany {
      guard let text = conversion.text(capture.single[origin.slot]), !text.isEmpty else { continue }
      guard text != cursorText?.text else { return }
      let cursor = Cursor(text)
      if cursorText.map({ $0.cursor < cursor }) ?? true { cursorText = (text, cursor) }
      return
    }
  }

  /// The value of a declared field: its place paths first, then each path in order.
  private mutating func value(at index: Int, of capture: borrowing Capture) -> Value {
    let field = plan.fields[index]
    guard field.bandsOf == nil else { return .absent }
    var use = FieldReading()
    let value = use.read(field, capture, conversion)
    uses[index].seen &+= use.isSeen ? 1 : 0
    uses[index].present &+= use.isPresent ? 1 : 0
    if !use.illTyped.isEmpty { note(use, isMissed: value.isAbsent, at: index) }
    return value
  }

  private mutating func note(_ use: FieldReading, isMissed: Bool, at index: Int) {
    illTyped += use.illTyped
    guard isMissed else { return }
    uses[index].illTyped += 1
    guard uses[index].sample == nil else { return }
    uses[index].sample = use.illTyped.first?.pieces.first?.bytes.excerpt()
  }

  private func band(_ field: RecordPlan.FieldPlan, among values: [Value]) -> Value {
    guard let bands = field.field.bands, let source = field.bandsOf else { return .absent }
    switch values[source] {
    case .integer(let number): return .text(bands.band(of: Double(number)))
    case .number(let number): return .text(bands.band(of: number))
    default: return .absent
    }
  }
}

extension RecordPlan.FieldPlan {
  /// The paths where the source sends the field; none for one that is derived.
  var paths: [FieldPath] {
    guard field.bands == nil else { return [] }
    return (field.place.map { [$0.latitude, $0.longitude] } ?? []) + field.from
  }
}
