import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// A wish to be told, as a page sends it: what the browser's push manager gave, and what is watched.
struct SubscriptionWish: Decodable, Sendable {
  let subscription: Push
  let watch: Watched

  /// A browser's subscription, as its `toJSON()` writes it.
  struct Push: Decodable, Sendable {
    let endpoint: String
    let keys: Keys
  }

  /// The browser's keys.
  struct Keys: Decodable, Sendable {
    let p256dh: String
    let auth: String
  }

  /// What is watched: a record by `id`, a search by `query`, else the dataset.
  struct Watched: Codable, Sendable {
    let dataset: String
    let id: String?
    let query: String?
  }

  /// The longest wish in bytes.
  static let longest = 8192

  /// Reads a wish; what is wrong is told by the name of its part.
  init(_ bytes: some Sequence<UInt8>) throws(QueryProblem) {
    do {
      self = try JSONDecoder().decode(SubscriptionWish.self, from: Data(bytes))
    } catch let error as DecodingError {
      let path = Self.path(error)
      throw QueryProblem(
        parameter: path.isEmpty ? "body" : path, message: "Expected a wish as /openapi.json says.")
    } catch {
      throw QueryProblem(parameter: "body", message: "Expected JSON.")
    }
    guard watch.id == nil || watch.query == nil else {
      throw QueryProblem(parameter: "watch", message: "Expected an id or a query, not both.")
    }
  }

  private static func path(_ error: DecodingError) -> String {
    let keys: [any CodingKey] =
      switch error {
      case .keyNotFound(let key, let context): context.codingPath + [key]
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .dataCorrupted(let context):
        context.codingPath
      @unknown default: []
      }
    return keys.map(\.stringValue).joined(separator: ".")
  }

  /// What is asked of the engine.
  func request(language: String, client: String) -> SubscriptionRequest {
    let watched: Watch =
      watch.id.map { .record(dataset: watch.dataset, id: $0) }
      ?? watch.query.map { .search(dataset: watch.dataset, query: $0) } ?? .dataset(watch.dataset)
    return SubscriptionRequest(
      address: .init(
        endpoint: subscription.endpoint, p256dh: subscription.keys.p256dh,
        auth: subscription.keys.auth),
      watch: watched, language: language, client: client)
  }
}

/// A subscription as its browser sees it; where its messages go stays ours.
struct SubscriptionBody: Codable, Sendable {
  let id: String
  let watch: SubscriptionWish.Watched
  let title: String
  let href: String
  let language: String
  let state: State
  let made: Date
  let lastDelivered: Date?
  let ended: Date?
  let trouble: Trouble?

  /// How a subscription is.
  enum State: String, Codable, Sendable {
    /// Messages go out.
    case live
    /// The last message could not be handed over; it is tried again.
    case waiting
    /// The browser no longer takes messages.
    case dead
  }

  /// Why the last message could not be handed over.
  struct Trouble: Codable, Sendable {
    let what: String
    let since: Date
    let nextAttempt: Date

    enum CodingKeys: String, CodingKey {
      case what, since
      case nextAttempt = "next_attempt"
    }
  }

  enum CodingKeys: String, CodingKey {
    case id, watch, title, href, language, state, made, ended, trouble
    case lastDelivered = "last_delivered"
  }

  init(_ subscription: Subscription, title: String, href: String) {
    id = subscription.id
    watch = SubscriptionWish.Watched(subscription.watch)
    self.title = title
    self.href = href
    language = subscription.language
    state = subscription.ended != nil ? .dead : subscription.trouble == nil ? .live : .waiting
    made = subscription.made
    lastDelivered = subscription.delivered
    ended = subscription.ended
    trouble = subscription.trouble.map {
      Trouble(what: $0.what, since: $0.since, nextAttempt: $0.notBefore)
    }
  }
}

extension SubscriptionWish.Watched {
  fileprivate init(_ watch: Watch) {
    dataset = watch.dataset
    switch watch {
    case .record(_, let id): (self.id, query) = (id, nil)
    case .search(_, let text): (id, query) = (nil, text)
    case .dataset: (id, query) = (nil, nil)
    }
  }
}
