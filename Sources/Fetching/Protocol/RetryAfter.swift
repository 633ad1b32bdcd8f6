import Foundation

/// The value of `Retry-After` (RFC 9110 §10.2.3): seconds, or a date in any of the three forms.
enum RetryAfter {
  /// The longest wait a server may ask of us, in seconds: one day, the rhythm of a sync.
  ///
  /// Longer values are nearly always mistakes; asking once a day is polite in any case.
  static let longest: TimeInterval = 86_400

  /// When to ask again, or `nil` when the value is absent, malformed or not in the future.
  static func date(from value: String?, now: Date) -> Date? {
    guard let text = value?.trimmingCharacters(in: .whitespaces) else { return nil }
    guard let wait = seconds(text) ?? HTTPDate.parse(text, now: now)?.timeIntervalSince(now),
      wait > 0
    else { return nil }
    return now.addingTimeInterval(min(wait, longest))
  }

  private static func seconds(_ text: String) -> TimeInterval? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return TimeInterval(text)
  }
}
