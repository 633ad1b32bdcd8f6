import Foundation

/// How many records a second arrived over the last ten seconds.
struct RateMeter: Sendable {
  private var arrivals: [(at: Date, count: Int)] = []
  private static let span: TimeInterval = 10

  /// Notes that records arrived.
  mutating func add(_ count: Int, at now: Date) {
    arrivals.append((now, count))
    arrivals.removeAll { now.timeIntervalSince($0.at) > Self.span }
  }

  /// Records a second.
  func rate(at now: Date) -> Double {
    let recent = arrivals.filter { now.timeIntervalSince($0.at) <= Self.span }
    return Double(recent.reduce(0) { $0 + $1.count }) / Self.span
  }
}
