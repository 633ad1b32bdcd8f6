import AlmanacNotifying
import Foundation

/// What is known of push services: which ever took a message, and which do not answer now.
///
/// A push service that did not answer three times in a row is left alone, a minute at first and ever
/// longer up to an hour (circuit breaker); then one message tries whether it is back.
struct PushHosts: Sendable {
  /// After how many faults in a row a push service is left alone.
  static let mostFaults = 3
  /// How many push services are remembered.
  static let most = 4096

  private var proven: Set<String> = []
  private var faults: [String: Faults] = [:]

  private struct Faults {
    var count = 0
    var last: Date
    var why: String
  }

  /// Remembers push services that took a message before.
  mutating func learn(_ hosts: some Sequence<String>) {
    for host in hosts where proven.count < Self.most { proven.insert(host) }
  }

  /// How many push services are remembered now.
  var count: Int { proven.count + faults.count }

  /// Whether it ever took a message.
  func isProven(_ host: String) -> Bool { proven.contains(host) }

  /// Whether its last message was taken, or none was sent yet.
  func isSound(_ host: String) -> Bool { faults[host] == nil }

  /// Why nothing may be sent to it now; nothing where it may.
  func refusal(of host: String, at now: Date) -> String? {
    guard let faults = faults[host], faults.count >= Self.mostFaults, faults.last <= now,
      now < faults.last.addingTimeInterval(Self.pause(after: faults.count))
    else { return nil }
    return faults.why
  }

  /// Seconds without a message after so many faults: a minute, doubling up to an hour.
  static func pause(after faults: Int) -> TimeInterval {
    min(60 * pow(2, Double(max(faults - mostFaults, 0))), 3600)
  }

  /// Notes what came of a message.
  ///
  /// Cost: O(hosts) where there are as many as may be.
  mutating func note(_ outcome: Courier.Outcome, of host: String, at now: Date) {
    switch outcome {
    case .delivered:
      if proven.count < Self.most { proven.insert(host) }
      faults[host] = nil
    case .down(let why): noteFault(why, host, now)
    case .gone, .failed, .postponed: faults[host] = nil
    }
  }

  private mutating func noteFault(_ why: String, _ host: String, _ now: Date) {
    if faults[host] == nil, faults.count >= Self.most,
      let oldest = faults.min(by: { $0.value.last < $1.value.last })
    {
      faults[oldest.key] = nil
    }
    let count = min(faults[host]?.count ?? 0, 1000) + 1
    faults[host] = Faults(count: count, last: now, why: why)
  }
}
