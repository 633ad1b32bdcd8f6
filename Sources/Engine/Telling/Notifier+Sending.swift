import AlmanacDeclarations
import AlmanacNotifying
import AlmanacStorage
import Foundation

/// A subscription with what it is to be told.
struct Letter: Sendable {
  let subscription: Subscription
  let notice: Notice
  let newest: Int64

  /// The browser that it goes to.
  var endpoint: String { subscription.address?.endpoint ?? "" }

  /// The push service that hands it on.
  var host: String { URL(string: endpoint).map(Courier.server) ?? "" }
}

/// Sends messages so that no push service holds up another.
///
/// Each push service has a lane of its own, in which one message goes after another. A lane has a
/// minute; what is left goes in the next round. A browser that did not take a message is not asked
/// again in the same round, nor is a push service that is left alone.
extension Notifier {
  /// How many push services are written to at once.
  static let mostLanes = 32
  /// How long one round writes to one push service, in seconds.
  static let laneTime: TimeInterval = 60

  /// Sends each message; those to push services that answered last go first.
  func send(_ letters: [Letter], _ desk: Desk) async throws {
    let lanes = Dictionary(grouping: letters, by: \.host)
    let order = lanes.keys.filter(hosts.isSound) + lanes.keys.filter { !hosts.isSound($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, host) in order.enumerated() {
        if index >= Self.mostLanes { try await group.next() }
        group.addTask { try await self.send(lanes[host] ?? [], to: host, desk) }
      }
      try await group.waitForAll()
    }
  }

  private func send(_ lane: [Letter], to host: String, _ desk: Desk) async throws {
    let start = now()
    var failed: [String: Courier.Outcome] = [:]
    for letter in lane {
      guard now().timeIntervalSince(start) < Self.laneTime else {
        isAskedAgain = true
        return
      }
      let known = failed[letter.endpoint] ?? hosts.refusal(of: host, at: now()).map { .down($0) }
      let outcome =
        if let known { known } else {
          try await outcome(of: letter.notice, to: letter.subscription, desk)
        }
      if outcome != .delivered { failed[letter.endpoint] = outcome }
      try await note(outcome, letter, desk)
    }
  }

  /// Hands a notice over, and remembers how its push service answered.
  func outcome(
    of notice: Notice, to subscription: Subscription, _ desk: Desk
  ) async throws -> Courier.Outcome {
    let outcome = try await deliver(notice, to: subscription, desk)
    if let endpoint = subscription.address.flatMap({ URL(string: $0.endpoint) }) {
      hosts.note(outcome, of: Courier.server(of: endpoint), at: now())
    }
    log(outcome, subscription)
    return outcome
  }

  private func note(_ outcome: Courier.Outcome, _ letter: Letter, _ desk: Desk) async throws {
    var subscription = letter.subscription
    if outcome == .delivered { subscription.seen = letter.newest }
    subscription.note(outcome, at: now())
    try await desk.store.save(subscription)
    if outcome == .gone { try await desk.store.end(letter.endpoint, at: now()) }
  }
}
