/// Finds out whether bytes come more slowly than a server that means well sends them.
struct LeastRate: Sendable {
  private let least: Int
  private let window: Duration
  private var arrivals: [(time: Duration, bytes: Int)] = []
  private let start: Duration

  /// At least so many bytes a second, over every window of this length.
  init(_ least: Int, over window: Duration, from start: Duration) {
    (self.least, self.window, self.start) = (least, window, start)
  }

  /// Notes that bytes came; whether those of the window before are too few.
  ///
  /// Cost: O(1) on average; arrivals of one second are one entry.
  mutating func isTooSlow(after bytes: Int, at time: Duration) -> Bool {
    if let last = arrivals.last, time - last.time < .seconds(1) {
      arrivals[arrivals.count - 1].bytes += bytes
    } else {
      arrivals.append((time, bytes))
    }
    guard time - start >= window else { return false }
    arrivals.removeAll { $0.time + window < time }
    let count = arrivals.reduce(0) { $0 + $1.bytes }
    return Double(count) < Double(least) * (window / .seconds(1))
  }
}
