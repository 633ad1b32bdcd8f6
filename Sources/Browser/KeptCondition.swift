import AlmanacCore

/// A condition on one field, as addresses write it: `side=buy`, `year.min=2011`, `mass.known=true`.
struct KeptCondition {
  /// The field; nothing for the public key.
  let field: Int?
  /// What a value must meet.
  let test: Test

  /// What a value must meet.
  enum Test {
    case known(Bool)
    case whole(ClosedRange<Int64>)
    case number(ClosedRange<Double>)
    case text([UInt8])
    /// Texts in the order of their bytes, from one to another.
    case texts(least: [UInt8]?, most: [UInt8]?)
  }

  /// How a value is compared.
  private enum Comparison {
    case equals, least, most

    init?(number: Int) {
      switch number {
      case 0: self = .equals
      case 1: self = .least
      case 2: self = .most
      default: return nil
      }
    }

    func range<Bound: Comparable>(_ value: Bound, in all: ClosedRange<Bound>) -> ClosedRange<Bound>
    {
      switch self {
      case .equals: value...value
      case .least: value...all.upperBound
      case .most: all.lowerBound...value
      }
    }
  }

  /// Reads a condition: the field, the comparison and the value.
  ///
  /// The value is a text, or for a field of numbers a number. Nothing where no such value can be.
  init?(_ reader: inout ByteReader, _ schema: KeptSchema) {
    guard let field = reader.word(), field < schema.kinds.count, let number = reader.word() else {
      return nil
    }
    self.field = field < 0 ? nil : field
    let kind = field < 0 ? schema.isIntegerKey ? .whole : .text : schema.kinds[field]
    guard let test = Self.test(number, kind, &reader) else { return nil }
    self.test = test
  }

  /// Reads conditions, how many there are first; nothing where one is none.
  static func conditions(
    _ reader: inout ByteReader, _ schema: KeptSchema
  ) -> [KeptCondition]? {
    guard let count = reader.word() else { return nil }
    var conditions: [KeptCondition] = []
    for _ in 0..<max(count, 0) {
      guard let condition = KeptCondition(&reader, schema) else { return nil }
      conditions.append(condition)
    }
    return conditions
  }

  private static func test(
    _ number: Int, _ kind: FieldKind, _ reader: inout ByteReader
  ) -> Test? {
    if number == 3 { return reader.byte().map { .known($0 == 1) } }
    guard let comparison = Comparison(number: number) else { return nil }
    if kind == .number {
      guard let value = reader.number(), value.isFinite else { return nil }
      return .number(comparison.range(value, in: -.infinity ... .infinity))
    }
    guard let text = reader.text().map({ Array($0) }) else { return nil }
    switch kind {
    case .whole: return whole(Int64(ascii: text), comparison)
    case .time:
      return whole(
        Int64(ascii: text) ?? Timestamp(iso: text)?.millisecondsSinceEpoch, comparison)
    case .date:
      guard let date = CivilDate(iso: text)?.iso else { return nil }
      return .texts(
        least: comparison == .most ? nil : date, most: comparison == .least ? nil : date)
    case .text, .list: return comparison == .equals ? .text(text) : nil
    case .number, .place, .other: return nil
    }
  }

  private static func whole(_ value: Int64?, _ comparison: Comparison) -> Test? {
    value.map { .whole(comparison.range($0, in: .min ... .max)) }
  }
}

extension Int64 {
  /// Reads digits, with or without a sign; nothing where there is anything else, or too much.
  init?(ascii text: [UInt8]) {
    let isSigned = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+")
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = text.dropFirst(isSigned ? 1 : 0)
    guard !digits.isEmpty else { return nil }
    var value: Int64 = 0
    for byte in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      let digit = Int64(byte - UInt8(ascii: "0"))
      // Negative, since there is one more of those; unchecked, since WebAssembly has no checked
      // product of 64 bits.
      guard value > .min / 10 || (value == .min / 10 && digit <= 8) else { return nil }
      value = value &* 10 - digit
    }
    guard isNegative || value != .min else { return nil }
    self = isNegative ? value : -value
  }
}
