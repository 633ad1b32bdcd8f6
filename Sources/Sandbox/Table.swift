public import Foundation

extension Sandbox {
  /// The rows an upstream publishes at the moment, and when each was last changed.
  public struct Table: Sendable {
    /// A row's fields by name; a field without a value is absent.
    public typealias Values = [String: JSON]

    /// One published row.
    public struct Row: Sendable {
      /// The identifier the portal made up for the row (SODA's `:id`).
      public let identifier: String
      /// When the row was first published.
      public let created: Date
      /// When the row was last published.
      public internal(set) var updated: Date
      /// The row's fields.
      public internal(set) var values: Values
    }

    /// The field that names a row.
    public let key: String
    /// False for real rows loaded from a file.
    public let isSynthetic: Bool
    /// The rows, in the order they were published.
    public private(set) var rows: [Row] = []
    /// The fields and their types; a field keeps the type it was first seen with.
    public private(set) var columns: [Column] = []
    /// When anything in the table last changed.
    public private(set) var modified: Date

    /// A table whose rows were published around `date`, a minute apart.
    init(_ values: [Values], key: String, isSynthetic: Bool = true, published date: Date) {
      self.key = key
      self.isSynthetic = isSynthetic
      self.modified = date.addingTimeInterval(-60 * Double(values.count)).wholeMillisecond
      for values in values {
        publish(values, at: modified.addingTimeInterval(60))
      }
      learnColumns(of: values)
    }
  }
}

extension Sandbox.Table {
  /// The value of the key field, as text.
  func key(of values: Values) -> String? {
    values[key]?.plainText
  }

  /// Publishes new rows.
  ///
  /// A row whose key exists already stands beside the old one.
  mutating func insert(_ values: [Values], at date: Date) {
    let moment = later(than: date)
    for values in values {
      publish(values, at: moment)
    }
    learnColumns(of: values)
  }

  /// Merges values into every row with the key; null takes a field away.
  ///
  /// - Returns: whether there was such a row.
  mutating func change(_ id: String, to values: Values, at date: Date) -> Bool {
    let moment = later(than: date)
    let places = rows.indices.filter { key(of: rows[$0].values) == id }
    for place in places {
      rows[place].values.merge(values) { _, new in new }
      rows[place].values = Self.withoutNulls(rows[place].values)
      rows[place].updated = moment
      modified = moment
    }
    learnColumns(of: [values])
    return !places.isEmpty
  }

  /// Merges values into the row with the key as if that was published at a moment of its own, from a
  /// clock that goes wrong.
  public mutating func publish(_ id: String, _ values: Values, at date: Date) {
    for place in rows.indices where key(of: rows[place].values) == id {
      rows[place].values.merge(values) { _, new in new }
      rows[place].updated = date.wholeMillisecond
      modified = max(modified, date).addingTimeInterval(0.001).wholeMillisecond
    }
  }

  /// Takes rows away and leaves no trace of them, as portals do.
  ///
  /// - Returns: how many there were.
  mutating func delete(_ ids: Set<String>, at date: Date) -> Int {
    let before = rows.count
    rows = rows.filter { row in key(of: row.values).map { !ids.contains($0) } ?? true }
    if rows.count < before { modified = later(than: date) }
    return before - rows.count
  }

  /// Publishes the whole set anew: every row counts as updated now, also one that stays as it was.
  mutating func replace(with values: [Values], at date: Date) {
    let moment = later(than: date)
    rows = []
    modified = moment
    for values in values {
      publish(values, at: moment)
    }
    learnColumns(of: values)
  }

  private mutating func publish(_ values: Values, at date: Date) {
    let name = key(of: values) ?? String(rows.count)
    rows.append(
      Row(
        identifier: Self.identifier(for: name), created: date, updated: date,
        values: Self.withoutNulls(values)))
    modified = date
  }

  /// A change is at least a millisecond after the one before, also when the clock stands still.
  private func later(than date: Date) -> Date {
    max(date, modified.addingTimeInterval(0.001)).wholeMillisecond
  }

  private static func withoutNulls(_ values: Values) -> Values {
    values.filter { $0.value != .null }
  }

  private mutating func learnColumns(of values: [Values]) {
    let known = Set(columns.map(\.name))
    let names = Set(values.flatMap(\.keys)).subtracting(known)
    columns += names.sorted().map { name in
      Sandbox.Column(name: name, type: .of(values.compactMap { $0[name] }))
    }
  }
}
