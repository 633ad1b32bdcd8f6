public import AlmanacDeclarations
import AlmanacFetching
import AlmanacNotifying
import AlmanacStorage
import Foundation

/// A browser's wish to be told, as it was sent: nothing of it is believed yet.
public struct SubscriptionRequest: Sendable, Hashable {
  /// Where its messages go.
  public var address: Subscription.Address
  /// What it wants to be told about.
  public var watch: Watch
  /// The language to tell in.
  public var language: String
  /// Who asks, as limits count: an address, or the network that it is of.
  public var client: String

  /// Makes a request.
  public init(
    address: Subscription.Address, watch: Watch, language: String, client: String = ""
  ) {
    self.address = address
    self.watch = watch
    self.language = language
    self.client = client
  }
}

/// Why a browser's wish cannot be kept.
public enum SubscriptionProblem: Error, Sendable, Hashable {
  /// A part of what was sent is no good: which, and why.
  case bad(part: String, Message)
  /// There is no such dataset.
  case unknownDataset(String)
  /// There is no such record.
  case unknownRecord(dataset: String, id: String)
  /// What syncs change is not kept of this dataset, so nobody can be told.
  case noHistory(dataset: String)
  /// There are as many subscriptions as may be.
  case tooMany
  /// The key or the file of subscriptions cannot be used.
  case unavailable
  /// It was tested just now.
  case tooSoon(seconds: Int)
  /// Who asks, or at whom it is aimed, has no turn yet.
  case limited(seconds: Int)
  /// The first message was not taken.
  case unconfirmed
}

extension Notifier {
  /// Keeps a browser's wish to be told of changes from now on, once it took a first message.
  ///
  /// - Returns: The subscription, and whether it is new; a browser that asks the same twice gets the
  ///   one that it has.
  /// - Throws: `SubscriptionProblem`, or `QueryProblem` when the search cannot be read.
  public func subscribe(
    _ request: SubscriptionRequest
  ) async throws -> (subscription: Subscription, isNew: Bool) {
    let address = try checked(request.address)
    let (watch, seen) = try await checked(request.watch)
    let subscription = Subscription(
      id: Self.newID(), address: address, watch: watch, language: request.language,
      made: now(), seen: seen)
    return try await keep(subscription, for: request.client)
  }

  private func keep(
    _ subscription: Subscription, for client: String
  ) async throws -> (subscription: Subscription, isNew: Bool) {
    let (desk, most, mostOfOne) = (try desk(), Self.most, Self.mostOfOne)
    var subscription = subscription
    let place = try await desk.store.place(of: subscription, most: most, mostOfOne: mostOfOne)
    if place == .added {
      try await checkName(of: subscription)
      try await confirm(subscription, for: client, desk)
      subscription.delivered = now()
    }
    switch try await desk.store.add(subscription, most: most, mostOfOne: mostOfOne) {
    case .added: return (subscription, true)
    case .known(let known): return (known, false)
    case .full: throw SubscriptionProblem.tooMany
    }
  }

  /// A subscription by its id.
  public func subscription(_ id: String) async throws -> Subscription? {
    try await desk().store.subscription(id)
  }

  /// Ends a subscription; false when there is none.
  public func unsubscribe(_ id: String) async throws -> Bool {
    try await desk().store.remove(id)
  }

  /// Sends a message that says nothing but that messages arrive: once a minute at most, and never
  /// before the time that a push service named.
  ///
  /// - Returns: The subscription afterwards; nothing when there is none.
  public func test(_ id: String, for client: String = "") async throws -> Subscription? {
    let desk = try desk()
    guard let subscription = try await desk.store.subscription(id) else { return nil }
    guard subscription.ended == nil, let dataset = library.dataset(subscription.watch.dataset)
    else { return subscription }
    try wait(subscription)
    let notice = Notice(dataset: dataset, watch: subscription.watch, news: .test)
    let outcome = try await limited(notice, to: subscription, for: client, desk)
    // It may have been told something meanwhile.
    guard var latest = try await desk.store.subscription(id) else { return nil }
    latest.note(outcome, at: now())
    try await desk.store.save(latest)
    if outcome == .gone { try await desk.store.end(subscription.address?.endpoint, at: now()) }
    return latest
  }

  private func wait(_ subscription: Subscription) throws(SubscriptionProblem) {
    let told = subscription.delivered.map { (since: $0, ready: $0.addingTimeInterval(60)) }
    let tried = subscription.trouble.map { (since: $0.since, ready: $0.notBefore) }
    // What was in the future was before the clock jumped, and keeps nobody waiting.
    let waits = [told, tried].compactMap(\.self).filter { $0.since <= now() }
    guard let ready = waits.map(\.ready).max(), ready > now() else { return }
    throw .tooSoon(seconds: Int(wholeSeconds: ready.timeIntervalSince(now())))
  }

  /// 192 random bits: nobody can guess it.
  private static func newID() -> String {
    var generator = SystemRandomNumberGenerator()
    let words = (0..<3).map { _ in String(generator.next(), radix: 36) }
    return words.map { String(repeating: "0", count: 13 - $0.count) + $0 }.joined()
  }

  /// An address as it is kept; refuses keys that are none, and endpoints that are not of the public
  /// web as far as they can be told at sight.
  private func checked(
    _ address: Subscription.Address
  ) throws(SubscriptionProblem) -> Subscription.Address {
    let keys: BrowserKeys
    do { keys = try BrowserKeys(p256dh: address.p256dh, auth: address.auth) } catch {
      throw .bad(part: "keys.\(error.rawValue)", "This is no key that a browser makes.")
    }
    guard address.endpoint.utf8.count <= 2048, let url = URL(string: address.endpoint),
      let host = url.host(), !host.isEmpty, url.user() == nil, url.fragment() == nil
    else { throw .bad(part: "endpoint", "Expected the address of a push service.") }
    let rule = library.addressRule
    guard url.scheme == "https" || (url.scheme == "http" && rule.allowsPrivate(host)) else {
      throw .bad(part: "endpoint", "Expected an https address.")
    }
    if rule.refusesAtSight(url) { throw Self.isPrivate }
    return Subscription.Address(
      endpoint: address.endpoint, p256dh: keys.p256dh, auth: keys.auth)
  }

  private static let isPrivate = SubscriptionProblem.bad(
    part: "endpoint", "A private address is no push service.")

  /// Refuses a name that leads to a private address.
  private func checkName(of subscription: Subscription) async throws(SubscriptionProblem) {
    guard let url = subscription.address.flatMap({ URL(string: $0.endpoint) }) else { return }
    do { try await library.addressRule.check(url) } catch .privateAddress {
      throw Self.isPrivate
    } catch {}  // a name that is not known takes no first message either
  }

  /// What is watched as it is kept, and the sync after which it is told.
  private func checked(_ watch: Watch) async throws -> (watch: Watch, seen: Int64) {
    guard let table = library.table(watch.dataset) else {
      throw SubscriptionProblem.unknownDataset(watch.dataset)
    }
    guard table.keepsChanges else {
      throw SubscriptionProblem.noHistory(dataset: watch.dataset)
    }
    let seen = try table.syncEnds()?.newest.number ?? 0
    return (try await kept(watch, table), seen)
  }

  private func kept(_ watch: Watch, _ table: LiveTable) async throws -> Watch {
    switch watch {
    case .dataset: return watch
    case .record(let dataset, let text):
      guard let id = table.id(from: text), try await exists(id, table) else {
        throw SubscriptionProblem.unknownRecord(dataset: dataset, id: text)
      }
      return .record(dataset: dataset, id: id.description)
    case .search(let dataset, let text):
      guard text.utf8.count <= 2000 else {
        throw SubscriptionProblem.bad(part: "query", "At most 2,000 bytes.")
      }
      let query = WatchedQuery.text(try WatchedQuery.read(text, table.dataset))
      return query.isEmpty ? .dataset(dataset) : .search(dataset: dataset, query: query)
    }
  }

  /// Whether a record is there, or was: who watches one that is gone is told when it is back.
  private func exists(_ id: RecordID, _ table: LiveTable) async throws -> Bool {
    if try await table.record(id) != nil { return true }
    return try table.gone(id) != nil
  }
}
