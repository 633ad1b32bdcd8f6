import Foundation

/// How often each of many keys may do something: so many times at once, then once an interval.
///
/// The token bucket, kept as the generic cell rate algorithm: one date a key, that at which all of
/// its turns are back. A key whose turns are all back takes no room.
struct RateLimit: Sendable {
  /// How many turns a key has at once.
  let burst: Int
  /// After how many seconds one of them is back.
  let interval: TimeInterval
  /// How many keys are remembered; beyond it the one whose turns are back first is forgotten.
  let mostKeys: Int
  private var allBack: [String: Date] = [:]

  init(burst: Int, interval: TimeInterval, mostKeys: Int = 4096) {
    self.burst = burst
    self.interval = interval
    self.mostKeys = mostKeys
  }

  /// How many keys are remembered now.
  var keys: Int { allBack.count }

  /// How many seconds a key waits for a turn; 0 where it has one.
  func wait(for key: String, at now: Date) -> TimeInterval {
    let latest = back(key, now).addingTimeInterval(interval - Double(burst) * interval)
    return max(0, latest.timeIntervalSince(now))
  }

  /// Takes a turn, whether there is one or not.
  ///
  /// Cost: O(keys) where there are as many as may be.
  mutating func take(_ key: String, at now: Date) {
    let latest = now.addingTimeInterval(Double(burst) * interval)
    let next = min(back(key, now).addingTimeInterval(interval), latest)
    if allBack[key] == nil, allBack.count >= mostKeys { forget(at: now) }
    allBack[key] = next
  }

  /// When all of a key's turns are back; never further away than all turns take, since the clock may
  /// have jumped.
  private func back(_ key: String, _ now: Date) -> Date {
    let latest = now.addingTimeInterval(Double(burst) * interval)
    return min(max(allBack[key] ?? now, now), latest)
  }

  private mutating func forget(at now: Date) {
    allBack = allBack.filter { $0.value > now }
    guard allBack.count >= mostKeys, let first = allBack.min(by: { $0.value < $1.value }) else {
      return
    }
    allBack[first.key] = nil
  }
}
