/// In which order a source writes the parts of dates such as `03/04/2026`.
public enum DateOrder: String, Sendable, Hashable, Codable, CaseIterable {
  /// Day, month, year: 25/08/2025.
  case dmy
  /// Month, day, year: 08/25/2025.
  case mdy
  /// Year, month, day: 2025/08/25.
  case ymd
}
