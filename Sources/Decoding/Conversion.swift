import AlmanacDeclarations

/// Turns what a source sent into values of the declared types.
///
/// Every function answers `nil` for a value of another type than the declared one, and `.absent` for
/// no value.
struct Conversion {
  let scratch: Scratch

  /// A piece as a value of a type.
  func value(of piece: Piece, as type: FieldType) -> Value? {
    value(of: piece, by: FieldRule(type: type))
  }

  /// A piece as a value of a field.
  @inline(__always)
  func value(of piece: Piece, by rule: FieldRule) -> Value? {
    guard !piece.isBlank else { return .absent }
    switch rule.type {
    case .text: return wholeText(piece, rule).map { $0.isEmpty ? .absent : .text($0) }
    case .integer: return scalar(piece) { $0.integer.map(Value.integer) }
    case .number: return scalar(piece) { number($0, rule) }
    case .boolean: return boolean(piece)
    case .year: return year(piece)
    case .date: return moment(piece, rule.order) { $0.days }
    case .datetime: return moment(piece, rule.order) { $0.local }
    case .timestamp: return timestamp(piece, rule.order)
    case .point: return point(piece, rule)
    case .link, .image: return link(piece)
    case .list: return list([piece], rule)
    case .currencies: return currencies([piece])
    }
  }

  /// The values of a path with a `*` as one value of a type.
  func value(of pieces: [Piece], by rule: FieldRule) -> Value? {
    switch rule.type {
    case .list: return list(pieces, rule)
    case .currencies: return currencies(pieces)
    default:
      guard let first = pieces.first(where: { !$0.isBlank }) else { return .absent }
      return value(of: first, by: rule)
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

  /// A number as binary64 holds it; nothing for one beyond its range, at either end.
  private func number(_ text: NumberText, _ rule: FieldRule) -> Value? {
    guard let number = text.number, number != 0 || text.isZero || rule.isFirst else { return nil }
    return .number(number)
  }

  /// The text of a scalar, trimmed; nothing for a list or an object.
  func text(_ piece: Piece) -> String? {
    switch piece.kind {
    case .object, .array: nil
    case .missing, .null: ""
    default: scratch.plain(piece).trimmed.text
    }
  }

  /// The text of a scalar as it was sent, unless its field trims; empty where it is blank.
  func wholeText(_ piece: Piece, _ rule: FieldRule) -> String? {
    guard !rule.trims, piece.isText else { return text(piece) }
    let bytes = scratch.plain(piece)
    return bytes.trimmed.isEmpty ? "" : bytes.text
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
