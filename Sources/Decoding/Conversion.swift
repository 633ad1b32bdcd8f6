import AlmanacDeclarations

/// Turns what a source sent into values of the declared types.
///
/// Every function answers `nil` for a value of another type than the declared one, and `.absent` for
/// no value.
struct Conversion {
  let scratch: Scratch

  /// A piece as a value of a type.
  func value(of piece: Piece, as type: FieldType) -> Value? {
    guard !piece.isBlank else { return .absent }
    switch type {
    case .text: return text(piece).map { $0.isEmpty ? .absent : .text($0) }
    case .integer: return scalar(piece) { $0.integer.map(Value.integer) }
    case .number: return scalar(piece) { $0.number.map(Value.number) }
    case .boolean: return boolean(piece)
    case .year: return year(piece)
    case .date: return moment(piece) { $0.days }
    case .datetime: return moment(piece) { $0.local }
    case .timestamp: return timestamp(piece)
    case .point: return point(piece)
    case .link, .image: return link(piece)
    case .list: return list([piece])
    case .currencies: return currencies([piece])
    }
  }

  /// The values of a path with a `*` as one value of a type.
  func value(of pieces: [Piece], as type: FieldType) -> Value? {
    switch type {
    case .list: return list(pieces)
    case .currencies: return currencies(pieces)
    default:
      guard let first = pieces.first(where: { !$0.isBlank }) else { return .absent }
      return value(of: first, as: type)
    }
  }

  /// A key of the declared type.
  @inline(__always)
  func key(in piece: Piece, isInteger: Bool) -> RecordID? {
    guard piece.kind == .number || piece.isText else { return nil }
    guard isInteger else {
      return text(piece).flatMap { $0.isEmpty ? nil : .text($0) }
    }
    let bytes = scratch.plain(piece).trimmed
    return bytes.isEmpty ? nil : NumberText(bytes)?.integer.map(RecordID.integer)
  }

  /// The text of a scalar, trimmed; nothing for a list or an object.
  func text(_ piece: Piece) -> String? {
    switch piece.kind {
    case .object, .array: nil
    case .missing, .null: ""
    default: scratch.plain(piece).trimmed.text
    }
  }

  /// A number, whether it was sent as one or as text.
  private func scalar(_ piece: Piece, _ convert: (NumberText) -> Value?) -> Value? {
    guard piece.kind == .number || piece.isText else { return nil }
    let bytes = scratch.plain(piece).trimmed
    guard !bytes.isEmpty else { return .absent }
    if let number = NumberText(bytes) { return convert(number) }
    return NumberText.isNone(bytes) ? .absent : nil
  }

  private func boolean(_ piece: Piece) -> Value? {
    let bytes = scratch.plain(piece).trimmed
    switch piece.kind {
    case .true: return .integer(1)
    case .false: return .integer(0)
    case .number: return Self.bit(bytes)
    case .object, .array: return nil
    default: break
    }
    if bytes.isEmpty { return .absent }
    if bytes.spells("true") || bytes.spells("yes") { return .integer(1) }
    if bytes.spells("false") || bytes.spells("no") { return .integer(0) }
    return Self.bit(bytes)
  }

  private static func bit(_ bytes: Bytes) -> Value? {
    guard let number = NumberText(bytes)?.integer, (0...1).contains(number) else { return nil }
    return .integer(number)
  }
}
