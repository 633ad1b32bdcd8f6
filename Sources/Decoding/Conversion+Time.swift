import AlmanacDeclarations

extension Conversion {
  /// A year: a number, its digits with leading zeros or not, or the year of a date.
  func year(_ piece: Piece) -> Value? {
    guard piece.kind == .number || piece.isText else { return nil }
    let bytes = scratch.plain(piece).trimmed
    guard !bytes.isEmpty else { return .absent }
    if let number = NumberText(bytes) {
      guard let year = number.integer, (-999_999...999_999).contains(year) else { return nil }
      return .integer(year)
    }
    return Moment(bytes).map { .integer(Int64($0.year)) }
  }

  /// A date or a time as it is written.
  func moment(_ piece: Piece, _ count: (Moment) -> Int64) -> Value? {
    guard piece.isText else { return nil }
    let bytes = scratch.plain(piece).trimmed
    guard !bytes.isEmpty else { return .absent }
    return Moment(bytes).map { .integer(count($0)) }
  }

  /// An instant: a time with its zone, or a count of seconds or milliseconds since 1970.
  func timestamp(_ piece: Piece) -> Value? {
    guard piece.kind == .number || piece.isText else { return nil }
    let bytes = scratch.plain(piece).trimmed
    guard !bytes.isEmpty else { return .absent }
    if let number = NumberText(bytes) { return Self.epoch(number) }
    return Moment(bytes)?.instant.map(Value.integer)
  }

  /// A count since 1970: milliseconds from 10^11 on, which as seconds would be the year 5138.
  private static func epoch(_ number: NumberText) -> Value? {
    if let whole = number.integer {
      guard whole.magnitude < 100_000_000_000_000_000 else { return nil }
      return .integer(whole.magnitude < 100_000_000_000 ? whole * 1_000 : whole)
    }
    guard let seconds = number.number, seconds.magnitude < 100_000_000_000 else { return nil }
    return .integer(Int64((seconds * 1_000).rounded(.down)))
  }
}
