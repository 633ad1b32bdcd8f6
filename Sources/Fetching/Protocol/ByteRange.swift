import Foundation

/// One range of bytes that a request wants (RFC 9110 §14.1.2).
///
/// Several ranges at once are answered with the whole, which is always allowed (§14.2).
enum ByteRange: Sendable, Hashable {
  case from(Int, through: Int?)
  case last(Int)

  /// The range of a `Range` field, or `nil` when it is absent, malformed or not one range.
  init?(_ value: String?) {
    guard let value, value.lowercased().hasPrefix("bytes=") else { return nil }
    let parts = value.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
      .map { String($0.trimmed) }
    guard parts.count == 2 else { return nil }
    switch (Self.number(parts[0]), Self.number(parts[1])) {
    case (let first?, let last?) where first <= last: self = .from(first, through: last)
    case (let first?, nil) where parts[1].isEmpty: self = .from(first, through: nil)
    case (nil, let count?) where parts[0].isEmpty: self = .last(count)
    default: return nil
    }
  }

  /// The bytes meant of so many, or `nil` when there are none of them.
  func resolved(in length: Int) -> Range<Int>? {
    switch self {
    case .from(let first, let last):
      guard first < length else { return nil }
      return first..<(min(last ?? length, length - 1) + 1)
    case .last(let count):
      guard count > 0, length > 0 else { return nil }
      return max(0, length - count)..<length
    }
  }

  private static func number(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
