import AlmanacDeclarations

/// Reads one field of one record, and remembers what it met on the way.
struct FieldReading {
  /// Whether the record has any of the field's paths.
  var isSeen = false
  /// Whether any of them has a value, well-typed or not.
  var isPresent = false
  /// The values of another type.
  var illTyped: [(origin: RecordPlan.Origin, pieces: [Piece])] = []

  /// The field's value: of its place paths, else of the first path that has one.
  @inline(__always)
  mutating func read(
    _ plan: RecordPlan.FieldPlan, _ capture: borrowing Capture, _ conversion: Conversion
  ) -> Value {
    if plan.field.place != nil {
      let value = place(plan, capture, conversion)
      if !value.isAbsent { return known(value, plan) }
    }
    for origin in plan.sources {
      if origin.isMany {
        let pieces = capture.many[origin.slot]
        guard !pieces.isEmpty else { continue }
        let value = conversion.value(of: pieces, as: plan.field.type)
        if let value = note(value, pieces, origin) { return known(value, plan) }
      } else {
        let piece = capture.single[origin.slot]
        guard piece.kind != .missing else { continue }
        let value = conversion.value(of: piece, as: plan.field.type)
        if let value = note(value, piece, origin) { return known(value, plan) }
      }
    }
    return .absent
  }

  /// Notes one outcome; gives the value where there is one.
  @inline(__always)
  private mutating func note(
    _ value: Value?, _ piece: Piece, _ origin: RecordPlan.Origin
  ) -> Value? {
    isSeen = true
    if case .absent? = value {
      isPresent = isPresent || !piece.isBlank
      return nil
    }
    isPresent = true
    if value == nil { illTyped.append((origin, [piece])) }
    return value
  }

  private mutating func note(
    _ value: Value?, _ pieces: [Piece], _ origin: RecordPlan.Origin
  ) -> Value? {
    isSeen = true
    if case .absent? = value { return nil }
    isPresent = true
    if value == nil { illTyped.append((origin, pieces)) }
    return value
  }

  /// The place whose degrees stand apart; absent unless both are there.
  private mutating func place(
    _ plan: RecordPlan.FieldPlan, _ capture: borrowing Capture, _ conversion: Conversion
  ) -> Value {
    let north = degrees(plan.latitude, capture, conversion)
    let east = degrees(plan.longitude, capture, conversion)
    return Conversion.place(north, east) ?? .absent
  }

  private mutating func degrees(
    _ origins: [RecordPlan.Origin], _ capture: borrowing Capture, _ conversion: Conversion
  ) -> Conversion.Degrees {
    for origin in origins where !origin.isMany {
      let piece = capture.single[origin.slot]
      isSeen = isSeen || piece.kind != .missing
      guard !piece.isBlank else { continue }
      isPresent = true
      let degrees = conversion.degrees(piece)
      if case .illTyped = degrees { illTyped.append((origin, [piece])) }
      return degrees
    }
    return .absent
  }

  /// A value, unless it is a place that stands for "unknown".
  @inline(__always)
  private func known(_ value: Value, _ plan: RecordPlan.FieldPlan) -> Value {
    guard !plan.field.unknownPlaces.isEmpty, case .point(let point) = value else { return value }
    return plan.field.unknownPlaces.contains(point) ? .absent : value
  }
}
