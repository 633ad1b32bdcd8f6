import AlmanacDeclarations
import AlmanacCore

/// A value of the field that only grows, by which a source is asked for what is new.
public struct Cursor: Sendable, Hashable, Comparable {
  /// The value as the source wrote it, to be sent back.
  public let text: String
  private let rank: Rank

  private enum Rank: Hashable {
    /// The nearest binary64 number, and what a whole number has beyond it.
    case number(Double, beyond: Int64)
    case text

    static func whole(_ number: Int64) -> Rank {
      let nearest = Double(number)
      return .number(nearest, beyond: Int64(Int128(number) - Int128(nearest)))
    }
  }

  /// Reads a cursor: times are compared as times, numbers as numbers, all else byte by byte and after
  /// them.
  ///
  /// A time without a zone is compared as if it were UTC.
  public init(_ text: String) {
    self.text = text
    rank = Array(text.utf8).withUnsafeBufferPointer { bytes in
      if let moment = Moment(bytes, order: .mdy) { return .whole(moment.instant ?? moment.local) }
      guard let number = NumberText(bytes) else { return .text }
      return number.integer.map(Rank.whole) ?? number.number.map { .number($0, beyond: 0) } ?? .text
    }
  }

  /// Whether one comes before the other; values that rank alike are compared byte by byte.
  public static func < (left: Cursor, right: Cursor) -> Bool {
    switch (left.rank, right.rank) {
    case (.number(let mine, let rest), .number(let theirs, let others))
    where (mine, rest) != (theirs, others):
      (mine, rest) < (theirs, others)
    case (.number, .text): true
    case (.text, .number): false
    default: left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
  }
}

extension Cursor {
  /// Whether it is a number, not a time or any other text.
  public var isNumber: Bool { Self.number(text) != nil }

  /// Milliseconds since 1970, where it is a time; one without a zone is read as if it were UTC.
  public var milliseconds: Int64? { Self.moment(text).map { $0.instant ?? $0.local } }

  /// The value that lies so far before this one, written in the same form; texts that are neither
  /// times nor numbers stay as they are.
  ///
  /// - Parameters:
  ///   - milliseconds: How far for a time; a date alone goes back by whole days.
  ///   - count: How far for a number.
  public func earlier(byMilliseconds milliseconds: Int64, orCount count: Int64) -> String {
    if let moment = Self.moment(text) {
      if milliseconds == 0 { return text }
      return Self.written(moment.local.earlier(by: milliseconds), like: text)
    }
    guard count != 0, let number = Self.number(text) else { return text }
    if let integer = number.integer { return String(integer.earlier(by: count)) }
    return number.number.map { String($0 - Double(count)) } ?? text
  }

  private static func moment(_ text: String) -> Moment? {
    Array(text.utf8).withUnsafeBufferPointer { Moment($0, order: .mdy) }
  }

  private static func number(_ text: String) -> NumberText? {
    Array(text.utf8).withUnsafeBufferPointer { NumberText($0) }
  }

  /// A local time in ISO 8601 with the zone of another one, or as a date where that is one.
  private static func written(_ local: Int64, like text: String) -> String {
    guard let stamp = Timestamp(millisecondsSinceEpoch: local) else { return text }
    let date = String(decoding: stamp.date.iso, as: UTF8.self)
    guard text.contains(":") else { return date }
    let bytes = Timestamp(millisecondsSinceEpoch: local - local.modulo(1000))?.iso ?? stamp.iso
    let whole = String(decoding: bytes.dropLast(), as: UTF8.self)
    let rest = String(local.modulo(1000))
    return whole + "." + String(repeating: "0", count: 3 - rest.count) + rest + zone(of: text)
  }

  private static func zone(of text: String) -> Substring {
    if text.hasSuffix("Z") { return "Z" }
    guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }),
      let time = text.firstIndex(of: ":"), sign > time
    else { return "" }
    return text[sign...]
  }
}

extension Int64 {
  /// So much less; the least number where there is none.
  fileprivate func earlier(by margin: Int64) -> Int64 {
    Int64(clamping: Int128(self) - Int128(margin))
  }

  fileprivate func modulo(_ divisor: Int64) -> Int64 {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
