/// How the values of a dataset's fields are read, besides their types.
public struct ReadingRules: Sendable, Hashable, Codable {
  /// The number of these rules; another number means that values may have been read otherwise.
  public var version: Int
  /// The order of the dates of a field; a field without one is read where its dates say it themselves.
  public var orders: [String: DateOrder]
  /// The fields whose texts lose the white space at their ends.
  public var trimmed: Set<String>

  /// The number of the rules of today.
  public static let today = 2
  /// The rules of the first versions: every text trimmed, and in 03/04/2026 the month first.
  public static let first = ReadingRules(version: 1, orders: [:], trimmed: [])

  /// Makes rules.
  public init(version: Int, orders: [String: DateOrder], trimmed: Set<String>) {
    self.version = version
    self.orders = orders
    self.trimmed = trimmed
  }

  /// The rules that a dataset declares.
  public init(_ dataset: Dataset) {
    self.init(
      version: Self.today,
      orders: Dictionary(
        uniqueKeysWithValues: dataset.fields.compactMap { field in
          field.order.map { (field.name, $0) }
        }),
      trimmed: Set(dataset.fields.filter(\.trims).map(\.name)))
  }

  /// The same rules with other orders of dates.
  public func ordered(_ orders: [String: DateOrder]) -> ReadingRules {
    ReadingRules(version: version, orders: orders, trimmed: trimmed)
  }

  /// Whether they are those of the first versions.
  public var isFirst: Bool { version < 2 }

  /// The order of a field's dates; nothing where they are left to their own evidence.
  public func order(of field: Field) -> DateOrder? { isFirst ? .mdy : orders[field.name] }

  /// Whether a field's texts lose the white space at their ends.
  public func trims(_ field: Field) -> Bool { isFirst || trimmed.contains(field.name) }
}
