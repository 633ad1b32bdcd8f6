/// A declared dataset: what it is, where it comes from, and how people see it.
public struct Dataset: Sendable, Hashable {
  /// The name in addresses, files and commands: `[a-z][a-z0-9_]*`.
  public var id: String
  /// What people read.
  public var title: Words
  /// One or two sentences about it.
  public var summary: Words?
  /// Where records come from.
  public var source: Source
  /// Whom to thank, and on which terms.
  public var credit: Credit
  /// When the upstream is asked.
  public var refresh: Refresh
  /// How much of what syncs changed is kept.
  public var history = History()
  /// Where a record holds its key.
  public var key: Key
  /// The declared fields, in order.
  public var fields: [Field]
  /// The fields that a search looks at, most telling first.
  public var search: [String]
  /// How the list looks.
  public var list: ListLook
  /// How a record's page looks.
  public var page: PageLook
  /// How a record greets who opens the pages; nothing where none does.
  public var greeting: GreetingLook? = nil
  /// Saved views, in order.
  public var views: [View]
  /// The point field that distances are measured between.
  public var measure: String?
  /// The copy that ships with the dataset, so that a first start is never empty.
  public var snapshot: Snapshot?
  /// The file it was read from; empty for one made in code.
  public var file: String

  /// The position of a field by name.
  public func index(of name: String) -> Int? {
    fields.firstIndex { $0.name == name }
  }

  /// A field by name.
  public func field(_ name: String) -> Field? {
    fields.first { $0.name == name }
  }

  /// A saved view by name.
  public func view(_ name: String) -> View? {
    views.first { $0.name == name }
  }

  /// Names that addresses use for themselves, so no dataset or field may.
  public static let reservedNames: Set<String> = [
    "map", "distance", "near", "live", "changes", "search", "about", "patterns", "health",
    "metrics", "openapi", "pictures",
  ]

  /// Names that addresses use for themselves, or will: a dataset that has one is addressed between
  /// tildes (``PathPart``).
  public static let reservedDatasetNames = reservedNames.union([
    "en", "greeting", "index", "library", "new", "notifications", "pl", "preferences", "push", "ru",
    "site", "sk", "sql", "status", "subscriptions",
  ])

  /// Names that no dataset may have: files of the data folder are called so.
  static let takenFileNames: Set<String> = ["library"]

  /// Names that addresses of a list use for themselves, so no field may.
  public static let reservedFieldNames = reservedNames.union([
    "id", "q", "sort", "offset", "limit", "view", "collation", "lang",
  ])

  /// Why a word cannot name a field; nothing when it can.
  static func complaint(aboutFieldName name: String) -> Message? {
    if !isName(name) {
      return "expected a name of a-z, 0-9 and _ that begins with a letter, found \"\(name)\"."
    }
    return reservedFieldNames.contains(name)
      ? "\"\(name)\" is reserved for addresses; name the field otherwise." : nil
  }
}

/// Whom to thank for the records, and on which terms they are given.
public struct Credit: Sendable, Hashable {
  /// The words to show.
  public var text: String
  /// The page of the giver.
  public var homepage: String?
  /// The licence, or "none stated".
  public var licence: String

  /// Makes a credit.
  public init(text: String, homepage: String? = nil, licence: String) {
    self.text = text
    self.homepage = homepage
    self.licence = licence
  }
}

/// When and how the upstream is asked again.
public struct Refresh: Sendable, Hashable {
  /// The least time between two successful checks.
  public var every: Duration
  /// What may start a check.
  public var when: Set<Occasion>
  /// The share of the copy, 0...1, below which a sync is held until a person accepts it.
  public var floor: Double
  /// The source's path of a field that only grows, for incremental syncs.
  public var cursor: String?
  /// How far before the cursor an incremental sync begins to ask.
  public var overlap: Overlap
  /// How records that vanished upstream are noticed.
  public var deletions: Deletions

  /// How far before the cursor an incremental sync begins to ask, so that clocks may differ and
  /// late entries are not missed.
  public struct Overlap: Sendable, Hashable {
    /// For a cursor that is a time.
    public var time: Duration
    /// For a cursor that is a number.
    public var count: Int

    /// Ten minutes, or a hundred.
    public init(time: Duration = .seconds(600), count: Int = 100) {
      self.time = time
      self.count = count
    }
  }

  /// What may start a check.
  public enum Occasion: String, Sendable, Hashable, CaseIterable {
    /// The clock.
    case timer
    /// A person who opens a page or returns to it.
    case opened
  }

  /// How records that vanished upstream are noticed.
  public enum Deletions: String, Sendable, Hashable, CaseIterable {
    /// By comparing with the whole set, each time it is fetched.
    case compare
    /// By asking for the keys alone.
    case ids
    /// Not at all: what was once received stays.
    case never
  }

  /// Makes a refresh rule; once a day by timer and on opening, 80 % floor.
  public init(
    every: Duration = .seconds(86_400), when: Set<Occasion> = [.timer, .opened],
    floor: Double = 0.8, cursor: String? = nil, overlap: Overlap = Overlap(),
    deletions: Deletions = .compare
  ) {
    self.every = every
    self.when = when
    self.floor = floor
    self.cursor = cursor
    self.overlap = overlap
    self.deletions = deletions
  }
}

/// Where a record holds its key, and what it is.
public struct Key: Sendable, Hashable {
  /// The paths; the first that has a value wins.
  public var from: [FieldPath]
  /// Whether keys are whole numbers; texts otherwise.
  public var isInteger: Bool

  /// Makes a key rule.
  public init(from: [FieldPath], isInteger: Bool = false) {
    self.from = from
    self.isInteger = isInteger
  }
}

/// How a dataset's list looks.
public struct ListLook: Sendable, Hashable {
  /// The order when none is asked for.
  public var sort: [SortTerm]
  /// The field that names a record.
  public var title: String
  /// The fields below the name.
  public var subtitle: [String]
  /// The columns of the table; nothing shows a list of names instead.
  public var columns: [String]
  /// The field that groups records into sections.
  public var sections: String?
  /// The picture beside the name.
  public var image: String?
  /// The text field whose choices mark a record.
  public var mark: String?
  /// The facts inside a row that unfolds.
  public var unfold: [String]
}

/// How a record's page looks.
public struct PageLook: Sendable, Hashable {
  /// The fields to show, in order; all declared fields when empty.
  public var facts: [String]
}

/// A saved selection of a dataset.
public struct View: Sendable, Hashable {
  /// The name in addresses.
  public var name: String
  /// What people read.
  public var title: Words
  /// The query parameters it stands for (`fall=Fell`, `year.min=2011`).
  public var parameters: [Source.Parameter]
}

/// The copy that ships with a dataset.
public struct Snapshot: Sendable, Hashable {
  /// The file, relative to the dataset file.
  public var file: String
  /// Whom to thank for it.
  public var credit: Credit
}

/// One term of a sort order.
public struct SortTerm: Sendable, Hashable, CustomStringConvertible {
  /// The field's name, or `id` for the key.
  public var field: String
  /// Whether larger values come first.
  public var descending: Bool

  /// Makes a term.
  public init(field: String, descending: Bool = false) {
    self.field = field
    self.descending = descending
  }

  /// Reads a term as addresses write it: `price`, or `-price` for descending.
  public init(_ text: some StringProtocol) {
    descending = text.hasPrefix("-")
    field = String(descending ? text.dropFirst() : text[...])
  }

  /// The term as addresses write it.
  public var description: String { (descending ? "-" : "") + field }
}
