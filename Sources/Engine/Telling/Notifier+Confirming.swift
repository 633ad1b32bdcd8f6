import AlmanacDeclarations
import AlmanacNotifying
import AlmanacStorage
import Foundation

/// Proves that a browser wants to be told: by a first message that it shows.
///
/// Anybody may name any address as a browser's. So nothing is kept before a push service took a
/// message, and that message is paid for, by who asked and at whom it is aimed, before it is sent.
extension Notifier {
  /// How many first messages are on their way at once, to whomever.
  static let mostConfirming = 8

  /// Sends "Notifications for X are on".
  ///
  /// - Throws: `SubscriptionProblem.limited` before anything is sent, or `.unconfirmed`.
  func confirm(_ subscription: Subscription, for client: String, _ desk: Desk) async throws {
    guard let dataset = library.dataset(subscription.watch.dataset) else { return }
    let notice = Notice(dataset: dataset, watch: subscription.watch, news: .first)
    switch try await limited(notice, to: subscription, for: client, desk) {
    case .delivered: return
    case .postponed(let until):
      throw SubscriptionProblem.limited(
        seconds: Int(wholeSeconds: until.timeIntervalSince(now())))
    case .gone, .failed, .down: throw SubscriptionProblem.unconfirmed
    }
  }

  /// Hands a notice over that somebody asked for just now, within what may be asked for.
  func limited(
    _ notice: Notice, to subscription: Subscription, for client: String, _ desk: Desk
  ) async throws -> Courier.Outcome {
    try await learnHosts(desk)
    guard let endpoint = subscription.address.flatMap({ URL(string: $0.endpoint) }) else {
      return .gone
    }
    let host = Courier.server(of: endpoint)
    if let why = hosts.refusal(of: host, at: now()) { return .down(why) }
    guard confirming < Self.mostConfirming else { throw SubscriptionProblem.limited(seconds: 10) }
    try limits.take(
      client: client, host: host, isProven: hosts.isProven(host), at: now())
    confirming += 1
    defer { confirming -= 1 }
    return try await outcome(of: notice, to: subscription, desk)
  }

  /// Remembers the push services that took a message before this start.
  func learnHosts(_ desk: Desk) async throws {
    guard !knowsHosts else { return }
    knowsHosts = true
    let endpoints = try await desk.store.reachedEndpoints(most: Self.most)
    hosts.learn(endpoints.compactMap(URL.init(string:)).map(Courier.server))
  }
}
