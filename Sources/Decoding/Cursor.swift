import AlmanacCore

/// A value of the field that only grows, by which a source is asked for what is new.
public struct Cursor: Sendable, Hashable, Comparable {
  /// The value as the source wrote it, to be sent back.
  public let text: String
  private let rank: Rank

  private enum Rank: Hashable {
    case number(Double)
    case whole(Int64)
    case text
  }

  /// Reads a cursor: times are compared as times, numbers as numbers, all else byte by byte.
  ///
  /// A time without a zone is compared as if it were UTC.
  public init(_ text: String) {
    self.text = text
    rank = Array(text.utf8).withUnsafeBufferPointer { bytes in
      if let moment = Moment(bytes) { return .whole(moment.instant ?? moment.local) }
      guard let number = NumberText(bytes) else { return .text }
      return number.integer.map(Rank.whole) ?? number.number.map(Rank.number) ?? .text
    }
  }

  /// Whether one comes before the other; values that rank alike are compared byte by byte.
  public static func < (left: Cursor, right: Cursor) -> Bool {
    switch (left.rank, right.rank) {
    case (.whole(let mine), .whole(let theirs)) where mine != theirs: mine < theirs
    case (.number(let mine), .number(let theirs)) where mine != theirs: mine < theirs
    case (.whole(let mine), .number(let theirs)) where Double(mine) != theirs:
      Double(mine) < theirs
    case (.number(let mine), .whole(let theirs)) where mine != Double(theirs):
      mine < Double(theirs)
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
      return milliseconds == 0 ? text : Self.written(moment.local - milliseconds, like: text)
    }
    guard count != 0, let number = Self.number(text) else { return text }
    if let integer = number.integer { return String(integer.subtractingReportingOverflow(count).0) }
    return number.number.map { String($0 - Double(count)) } ?? text
  }

  private static func moment(_ text: String) -> Moment? {
    Array(text.utf8).withUnsafeBufferPointer { Moment($0) }
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
  fileprivate func modulo(_ divisor: Int64) -> Int64 {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
