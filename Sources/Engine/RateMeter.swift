import Foundation

/// How many records a second arrived over the last ten seconds.
struct RateMeter: Sendable {
  /// Records by the tenth of a second in which they arrived, oldest first.
  private var arrivals: [(tenth: Int64, count: Int)] = []
  private static let span: Int64 = 100

  /// Notes that records arrived.
  ///
  /// Cost: O(1) on average, whatever arrives.
  mutating func add(_ count: Int, at now: Date) {
    let tenth = Self.tenth(of: now)
    if let last = arrivals.last, last.tenth == tenth {
      arrivals[arrivals.count - 1].count += count
    } else {
      arrivals.removeAll { !Self.isRecent($0.tenth, at: tenth) }
      arrivals.append((tenth, count))
    }
  }

  /// Records a second.
  func rate(at now: Date) -> Double {
    let tenth = Self.tenth(of: now)
    let recent = arrivals.filter { Self.isRecent($0.tenth, at: tenth) }
    return Double(recent.reduce(0) { $0 + $1.count }) / Double(Self.span) * 10
  }

  private static func tenth(of date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 * 10).rounded(.down))
  }

  private static func isRecent(_ tenth: Int64, at now: Int64) -> Bool {
    now - tenth <= span && tenth <= now  // what lies in the future came before a clock was set
  }
}
