public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record

/// What somebody is to be told: it is put into words elsewhere.
public struct Notice: Sendable {
  /// The dataset.
  public var dataset: Dataset
  /// What was watched.
  public var watch: Watch
  /// What is to be told of it.
  public var news: News

  /// What there is to tell.
  public enum News: Sendable {
    /// That messages will come from now on.
    case first
    /// That messages arrive.
    case test
    /// What happened since the last message.
    case changes(Changes)
  }

  /// How many records changed, and one of them.
  public struct Changes: Sendable {
    /// How many records are new.
    public var inserted = 0
    /// How many have other values.
    public var changed = 0
    /// How many are gone.
    public var deleted = 0
    /// The newest of the changes, when it is on record.
    public var newest: Change?

    /// No change.
    public init() {}

    /// Whether nothing happened.
    public var isEmpty: Bool { inserted + changed + deleted == 0 }
  }

  /// Makes a notice.
  public init(dataset: Dataset, watch: Watch, news: News) {
    self.dataset = dataset
    self.watch = watch
    self.news = news
  }
}

/// A notice in somebody's language.
public struct NoticeText: Sendable, Hashable {
  /// What it is about, in one line.
  public var title: String
  /// What happened.
  public var body: String
  /// The address of the page to open: a path on this server.
  public var address: String

  /// Makes a text.
  public init(title: String, body: String, address: String) {
    self.title = title
    self.body = body
    self.address = address
  }
}
