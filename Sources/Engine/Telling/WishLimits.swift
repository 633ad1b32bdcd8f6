import Foundation

/// How often people may make us write to push services that they name.
///
/// All are asked before a message is sent, and pay for it together. A push service that never took a
/// message may be anybody's server, so it gets one a minute from all people together.
struct WishLimits: Sendable {
  private var clients = RateLimit(burst: 20, interval: 30)
  private var hosts = RateLimit(burst: 30, interval: 1)
  private var unproven = RateLimit(burst: 1, interval: 60)
  private var all = RateLimit(burst: 60, interval: 1, mostKeys: 1)

  /// How many keys are remembered now.
  var keys: Int { clients.keys + hosts.keys + unproven.keys + all.keys }

  /// Takes a client's turn at a push service.
  ///
  /// - Throws: `SubscriptionProblem.limited` where one of them has none; then nothing is taken.
  mutating func take(
    client: String, host: String, isProven: Bool, at now: Date
  ) throws(SubscriptionProblem) {
    let waits = [
      clients.wait(for: client, at: now), hosts.wait(for: host, at: now),
      all.wait(for: "", at: now),
      isProven ? 0 : unproven.wait(for: host, at: now),
    ]
    let longest = waits.reduce(0, max)
    if longest > 0 { throw .limited(seconds: Int(wholeSeconds: longest)) }
    clients.take(client, at: now)
    hosts.take(host, at: now)
    all.take("", at: now)
    if !isProven { unproven.take(host, at: now) }
  }
}

extension Int {
  /// Whole seconds that are no fewer than so many, for a `Retry-After`; at least 1, at most a day.
  init(wholeSeconds seconds: TimeInterval) {
    self = Int(seconds.isNaN ? 1 : Swift.min(Swift.max(seconds, 1), 86_400).rounded(.up))
  }
}
