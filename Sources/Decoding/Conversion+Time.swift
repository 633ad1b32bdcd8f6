import AlmanacCore
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
    // The year is the same in either order.
    let moment = Moment(bytes, order: .mdy) ?? Moment(bytes, order: .dmy)
    return moment.map { .integer(Int64($0.year)) }
  }

  /// A date or a time as it is written.
  func moment(_ piece: Piece, _ order: DateOrder?, _ count: (Moment) -> Int64) -> Value? {
    guard piece.isText else { return nil }
    let bytes = scratch.plain(piece).trimmed
    guard !bytes.isEmpty else { return .absent }
    return Moment(bytes, order: order).map { .integer(count($0)) }
  }

  /// An instant: a time with its zone, or a count of seconds or milliseconds since 1970.
  func timestamp(_ piece: Piece, _ order: DateOrder?) -> Value? {
    guard piece.kind == .number || piece.isText else { return nil }
    let bytes = scratch.plain(piece).trimmed
    guard !bytes.isEmpty else { return .absent }
    let time = NumberText(bytes).map(Self.epoch) ?? Moment(bytes, order: order)?.instant
    return time.flatMap { Timestamp.milliseconds.contains($0) ? .integer($0) : nil }
  }

  /// What a value says of the order of its field's dates; nothing where it is no such date.
  func evidence(_ piece: Piece, as type: FieldType) -> DateEvidence? {
    guard piece.isText, [.date, .datetime, .timestamp].contains(type) else { return nil }
    let bytes = scratch.plain(piece).trimmed
    if type == .timestamp {
      let moment = Moment(bytes, order: .mdy) ?? Moment(bytes, order: .dmy)
      guard moment?.zone != nil else { return nil }
    }
    return DateEvidence(bytes)
  }

  /// A count since 1970: milliseconds from 10^11 on, which as seconds would be the year 5138.
  private static func epoch(_ number: NumberText) -> Int64? {
    if let whole = number.integer {
      return whole.magnitude < 100_000_000_000 ? whole * 1_000 : whole
    }
    guard let seconds = number.number, seconds.magnitude < 100_000_000_000 else { return nil }
    return Int64((seconds * 1_000).rounded(.down))
  }
}
