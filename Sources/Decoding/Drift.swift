public import AlmanacDeclarations

/// How answers differ from the declaration: the first sign of a column that is new, renamed or retyped.
///
/// Notes of several pages can be added up with `add(_:)`.
public struct Drift: Sendable, Hashable {
  /// The keys or columns that nobody declared, by name, of which the first 80 bytes count; at most
  /// `mostUndeclared`.
  public var undeclared: [String: Undeclared] = [:]
  /// How many more there are, which are not told apart.
  public var moreUndeclared = 0
  /// The most undeclared keys that are told by name.
  public static let mostUndeclared = 100
  /// What was seen of each declared field that the source sends, in the order of the declaration.
  public var fields: [FieldUse] = []

  /// In how many places the bytes are not UTF-8.
  public var damagedPlaces = 0

  /// A key or column that nobody declared.
  public struct Undeclared: Sendable, Hashable {
    /// How many records hold it.
    public var count: Int
    /// What its values are.
    public var kinds: Set<Kind>

    /// Makes a note of an undeclared key.
    public init(count: Int, kinds: Set<Kind>) {
      self.count = count
      self.kinds = kinds
    }

    static let none = Undeclared(count: 0, kinds: [])

    mutating func add(_ count: Int, _ kinds: Set<Kind>) {
      self.count += count
      self.kinds.formUnion(kinds)
    }
  }

  /// What a value looks like in the answer.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// JSON's null.
    case null
    /// True or false.
    case boolean
    /// A JSON number.
    case number
    /// A JSON string, or a CSV cell.
    case text
    /// A JSON list.
    case list
    /// A JSON object.
    case object
  }

  /// What was seen of a declared field.
  public struct FieldUse: Sendable, Hashable {
    /// The field's name.
    public var name: String
    /// The paths where it is looked for.
    public var paths: [FieldPath]
    /// How many records have any of the paths, with a value or without.
    public var seen = 0
    /// How many records have a value, well-typed or not.
    public var present = 0
    /// How many of the present values are of another type.
    public var illTyped = 0
    /// The first ill-typed value, as it was sent.
    public var sample: String?
    /// What its dates say of their order, where none is declared.
    public var dates = DateEvidence()
    /// How many of those stay as they were sent, since no order could be decided.
    public var unordered = 0

    /// Whether every value that is there is of another type.
    public var isRetyped: Bool { present > 0 && illTyped == present }
  }

  /// No differences.
  public init() {}

  /// The paths of fields that no record had; meaningful once there are records.
  public var unseenPaths: [FieldPath] { fields.filter { $0.seen == 0 }.flatMap(\.paths) }

  /// The names of fields of which every present value is of another type.
  public var retypedFields: [String] { fields.filter(\.isRetyped).map(\.name) }

  /// Adds what another page of the same dataset showed.
  public mutating func add(_ other: Drift) {
    damagedPlaces += other.damagedPlaces
    let more = max(moreUndeclared, other.moreUndeclared)
    moreUndeclared = 0
    for (name, theirs) in other.undeclared { note(name, theirs) }
    moreUndeclared = max(moreUndeclared, more)  // pages mostly have the same keys
    guard fields.count == other.fields.count else {
      if fields.isEmpty { fields = other.fields }
      return
    }
    for index in fields.indices { fields[index].add(other.fields[index]) }
  }
}

extension Drift {
  /// Notes an undeclared key, or that there is one more where too many are known.
  mutating func note(_ name: String, _ use: Undeclared) {
    if undeclared[name] == nil, undeclared.count >= Self.mostUndeclared {
      moreUndeclared += 1
    } else {
      undeclared[name, default: .none].add(use.count, use.kinds)
    }
  }
}

extension Drift.FieldUse {
  fileprivate mutating func add(_ other: Drift.FieldUse) {
    seen += other.seen
    present += other.present
    illTyped += other.illTyped
    sample = sample ?? other.sample
    dates.add(other.dates)
    unordered += other.unordered
  }
}

extension Drift.Kind {
  /// What a piece of an answer looks like; nothing where nothing is there.
  init?(_ kind: Piece.Kind) {
    switch kind {
    case .missing: return nil
    case .null: self = .null
    case .true, .false: self = .boolean
    case .number: self = .number
    case .string, .escaped, .cell, .doubled: self = .text
    case .array: self = .list
    case .object: self = .object
    }
  }
}
