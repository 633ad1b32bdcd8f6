/// The part of SODA's query language that the sandbox speaks: conditions, orders and selections.
enum SoQL {
  /// A mistake in a query, in SODA's words.
  struct Mistake: Error, Hashable {
    let code: String
    let message: String
    var column: String?
  }

  /// One of the six comparisons.
  enum Comparison: String, Sendable {
    case equal = "="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  /// What is compared: a value that is there.
  ///
  /// One that is not there compares as unknown.
  enum Scalar: Sendable, Hashable {
    case number(Double)
    case text(String)
    case truth(Bool)
  }

  /// One side of a comparison.
  enum Operand: Sendable, Hashable {
    case column(Sandbox.Column)
    case literal(Scalar)
  }

  /// What `$where` asks, with its types checked.
  indirect enum Condition: Sendable {
    case compare(Operand, Comparison, Operand)
    case isNull(Operand)
    case truth(Operand)
    case not(Condition)
    case and(Condition, Condition)
    case or(Condition, Condition)
  }

  /// One key of `$order`.
  struct OrderKey: Sendable {
    let column: Sandbox.Column
    let descends: Bool
  }

  /// The number a text stands for, in decimal notation only.
  static func number(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ decimalCharacters.contains($0) }) else { return nil }
    return Double(text)
  }

  private static let decimalCharacters = Set("0123456789+-.eE".utf8)

  /// A date or time in one comparable form, `2011-01-01T00:00:00.000`; nil when it is none.
  ///
  /// Times with an offset from UTC other than `Z` are not understood.
  static func moment(_ text: String) -> String? {
    let plain = Array(text.hasSuffix("Z") ? text.dropLast().utf8 : text[...].utf8)
    let form = Array(completeMoment.utf8)
    guard [10, 16, 19, 21, 22, 23].contains(plain.count) else { return nil }
    for (given, expected) in zip(plain, form) where !fits(given, expected) {
      return nil
    }
    let written = String(decoding: plain, as: UTF8.self).replacing(" ", with: "T")
    return written + completeMoment.dropFirst(plain.count)
  }

  private static let completeMoment = "0000-00-00T00:00:00.000"

  private static func fits(_ given: UInt8, _ expected: UInt8) -> Bool {
    switch expected {
    case UInt8(ascii: "0"): (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(given)
    case UInt8(ascii: "T"): given == expected || given == UInt8(ascii: " ")
    default: given == expected
    }
  }
}
