public import Foundation

/// What somebody wants to be told about.
public enum Watch: Sendable, Hashable {
  /// A record, by its key as addresses write it.
  case record(dataset: String, id: String)
  /// The records that a list's query finds, written as an address's query.
  case search(dataset: String, query: String)
  /// All records of a dataset.
  case dataset(String)

  /// The dataset's id.
  public var dataset: String {
    switch self {
    case .record(let dataset, _), .search(let dataset, _), .dataset(let dataset): dataset
    }
  }
}

/// One browser's wish to be told when something changes, and how telling it went.
public struct Subscription: Sendable, Hashable, Identifiable {
  /// A secret by which the browser names it; nobody can guess it.
  public var id: String
  /// Where messages go; nothing once the browser is gone.
  public var address: Address?
  /// What it is about.
  public var watch: Watch
  /// The language to tell in.
  public var language: String
  /// When it was made.
  public var made: Date
  /// The number of the last sync that was told, or had nothing to tell.
  public var seen: Int64
  /// When the last message was handed over.
  public var delivered: Date?
  /// How often in a row telling failed.
  public var failures = 0
  /// What went wrong last, when, and before when it is not tried again.
  public var trouble: Trouble?
  /// Since when the browser is known to be gone.
  public var ended: Date?

  /// Where a browser's messages go, as the browser wrote it.
  public struct Address: Sendable, Hashable {
    /// The push service's address for this browser: a secret.
    public var endpoint: String
    /// The browser's public key, in base64url.
    public var p256dh: String
    /// The browser's secret, in base64url.
    public var auth: String

    /// Makes an address from its parts.
    public init(endpoint: String, p256dh: String, auth: String) {
      self.endpoint = endpoint
      self.p256dh = p256dh
      self.auth = auth
    }
  }

  /// Why a message could not be handed over.
  public struct Trouble: Sendable, Hashable {
    /// What happened.
    public var what: String
    /// When.
    public var since: Date
    /// Before when it is not tried again.
    public var notBefore: Date

    /// Makes a trouble from its parts.
    public init(what: String, since: Date, notBefore: Date) {
      self.what = what
      self.since = since
      self.notBefore = notBefore
    }
  }

  /// Makes a subscription that nothing was told to yet.
  public init(
    id: String, address: Address?, watch: Watch, language: String, made: Date, seen: Int64
  ) {
    self.id = id
    self.address = address
    self.watch = watch
    self.language = language
    self.made = made
    self.seen = seen
  }
}
