import AlmanacDeclarations

/// Reads one field of one record, and remembers what it met on the way.
struct FieldReading {
  /// Whether the record has any of the field's paths.
  var isSeen = false
  /// Whether any of them has a value, well-typed or not.
  var isPresent = false
  /// The values of another type.
  var illTyped: [IllTyped] = []

  /// A value of another type than the declared one.
  struct IllTyped {
    /// The position of its path in the plan.
    var path: Int
    var isMany: Bool
    var pieces: [Piece]
  }

  /// The field's value: of its place paths, else of the first path that has one.
  @inline(__always)
  mutating func read(
    _ field: RecordPlan.FieldPlan, of plan: borrowing RecordPlan, _ capture: borrowing Capture,
    _ conversion: Conversion
  ) -> Value {
    if !field.latitude.isEmpty {
      let north = degrees(field.latitude, of: plan, capture, conversion)
      let east = degrees(field.longitude, of: plan, capture, conversion)
      if let value = Conversion.place(north, east), !value.isAbsent { return value }
    }
    for index in field.sources {
      let origin = plan.origins[index]
      let value =
        origin.isMany
        ? read(capture.many[origin.slot], by: field.rule, origin, conversion)
        : read(capture.single[origin.slot], by: field.rule, origin, conversion)
      if let value { return value }
    }
    return .absent
  }

  /// Reads one piece and notes what it is; gives the value where there is one.
  @inline(__always)
  mutating func read(
    _ piece: Piece, by rule: FieldRule, _ origin: RecordPlan.Origin, _ conversion: Conversion
  ) -> Value? {
    guard piece.kind != .missing else { return nil }
    isSeen = true
    let value = conversion.value(of: piece, by: rule)
    if case .absent? = value {
      isPresent = isPresent || !piece.isBlank
      return nil
    }
    isPresent = true
    if value == nil { note([piece], origin) }
    return value
  }

  private mutating func read(
    _ pieces: [Piece], by rule: FieldRule, _ origin: RecordPlan.Origin, _ conversion: Conversion
  ) -> Value? {
    guard !pieces.isEmpty else { return nil }
    isSeen = true
    let value = conversion.value(of: pieces, by: rule)
    if case .absent? = value { return nil }
    isPresent = true
    if value == nil { note(pieces, origin) }
    return value
  }

  private mutating func note(_ pieces: [Piece], _ origin: RecordPlan.Origin) {
    illTyped.append(IllTyped(path: origin.path, isMany: origin.isMany, pieces: pieces))
  }

  private mutating func degrees(
    _ origins: Range<Int>, of plan: borrowing RecordPlan, _ capture: borrowing Capture,
    _ conversion: Conversion
  ) -> Conversion.Degrees {
    for index in origins where !plan.origins[index].isMany {
      let piece = capture.single[plan.origins[index].slot]
      isSeen = isSeen || piece.kind != .missing
      guard !piece.isBlank else { continue }
      isPresent = true
      let degrees = conversion.degrees(piece)
      if case .illTyped = degrees { note([piece], plan.origins[index]) }
      return degrees
    }
    return .absent
  }
}
