public import AlmanacDeclarations
public import Foundation
import GRDB

extension LibraryStore {
  /// What came of a wish to be told.
  public enum Addition: Sendable, Hashable {
    /// It is new.
    case added
    /// The browser had wished the same before; its newer keys are kept, under the earlier id.
    case known(Subscription)
    /// There are as many as may be.
    case full
  }

  /// Whether a subscription would be added; nothing is kept.
  public func place(
    of subscription: Subscription, most: Int, mostOfOne: Int
  ) async throws(StoreError) -> Addition {
    try await read { try Self.place(of: subscription, most, mostOfOne, $0) }
  }

  /// Keeps a subscription, unless the same browser has the same already or there are too many.
  ///
  /// Those whose browsers are gone take no room: the first that went make place.
  ///
  /// - Parameters:
  ///   - most: How many there may be in all.
  ///   - mostOfOne: How many one browser may have.
  public func add(
    _ subscription: Subscription, most: Int, mostOfOne: Int
  ) async throws(StoreError) -> Addition {
    try await write { database in
      let place = try Self.place(of: subscription, most, mostOfOne, database)
      switch place {
      case .known(let known): try Self.save(known, database)
      case .added:
        try Self.forgetEnded(leaving: most - 1, database)
        try Self.insert(subscription, database)
      case .full: break
      }
      return place
    }
  }

  /// The addresses that took a message at some time, at most so many.
  public func reachedEndpoints(most: Int) async throws(StoreError) -> [String] {
    try await read {
      try String.fetchAll(
        $0,
        sql: """
          SELECT DISTINCT endpoint FROM subscription
          WHERE endpoint IS NOT NULL AND delivered IS NOT NULL LIMIT ?
          """, arguments: [most])
    }
  }

  /// Lets go of a browser that is gone, with all that it wished.
  public func end(_ endpoint: String?, at now: Date) async throws(StoreError) {
    try await write {
      try $0.execute(
        sql: """
          UPDATE subscription SET (endpoint, p256dh, auth, ended, failures, trouble, trouble_since,
            not_before) = (NULL, NULL, NULL, ?, 0, NULL, NULL, NULL) WHERE endpoint = ?
          """, arguments: [now.timeIntervalSince1970, endpoint])
    }
  }

  /// A subscription by its id.
  public func subscription(_ id: String) async throws(StoreError) -> Subscription? {
    try await read { try Self.select($0, "WHERE id = ?", [id]).first }
  }

  /// The subscriptions that may be told something at a moment, oldest first.
  ///
  /// A trouble of the future keeps nobody waiting: the clock has jumped.
  public func subscriptions(dueAt now: Date) async throws(StoreError) -> [Subscription] {
    try await read {
      try Self.select(
        $0,
        "WHERE ended IS NULL AND (trouble IS NULL OR not_before <= ?1 OR trouble_since > ?1)",
        [now.timeIntervalSince1970])
    }
  }

  /// Writes how telling went; a subscription that was removed meanwhile stays so.
  public func save(_ subscription: Subscription) async throws(StoreError) {
    try await write { try Self.save(subscription, $0) }
  }

  /// Notes that there was nothing to tell of the syncs up to one.
  public func pass(_ ids: [String], to seen: Int64) async throws(StoreError) {
    try await write { database in
      for id in ids {
        try database.execute(
          sql: "UPDATE subscription SET seen = ? WHERE id = ?", arguments: [seen, id])
      }
    }
  }

  /// Removes a subscription; false when there was none.
  public func remove(_ id: String) async throws(StoreError) -> Bool {
    try await write { database in
      try database.execute(sql: "DELETE FROM subscription WHERE id = ?", arguments: [id])
      return database.changesCount > 0
    }
  }

  /// Removes those whose browsers were gone before a moment.
  public func removeEnded(before moment: Date) async throws(StoreError) {
    try await write { database in
      try database.execute(
        sql: "DELETE FROM subscription WHERE ended < ?",
        arguments: [moment.timeIntervalSince1970])
    }
  }
}

extension LibraryStore {
  private static func place(
    of subscription: Subscription, _ most: Int, _ mostOfOne: Int, _ database: Database
  ) throws -> Addition {
    let all = try select(
      database, "WHERE ended IS NULL AND endpoint = ?", [subscription.address?.endpoint])
    if var known = all.first(where: { $0.watch == subscription.watch }) {
      known.address = subscription.address
      known.language = subscription.language
      return .known(known)
    }
    let count =
      try Int.fetchOne(
        database, sql: "SELECT count(*) FROM subscription WHERE ended IS NULL") ?? 0
    return all.count < mostOfOne && count < most ? .added : .full
  }

  /// Removes those that ended first, until no more than so many are left.
  private static func forgetEnded(leaving most: Int, _ database: Database) throws {
    let count = try Int.fetchOne(database, sql: "SELECT count(*) FROM subscription") ?? 0
    guard count > most else { return }
    try database.execute(
      sql: """
        DELETE FROM subscription WHERE id IN (
          SELECT id FROM subscription WHERE ended IS NOT NULL ORDER BY ended LIMIT ?)
        """, arguments: [count - most])
  }

  private static let columns = """
    id, endpoint, p256dh, auth, dataset, record, query, language, made, seen, delivered, failures, \
    trouble, trouble_since, not_before, ended
    """

  private static func select(
    _ database: Database, _ condition: String, _ arguments: StatementArguments
  ) throws -> [Subscription] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT \(columns) FROM subscription \(condition) ORDER BY made, id",
      arguments: arguments)
    return rows.map(Subscription.init)
  }

  private static func insert(_ subscription: Subscription, _ database: Database) throws {
    let marks = Array(repeating: "?", count: 16).joined(separator: ", ")
    try database.execute(
      sql: "INSERT INTO subscription (\(columns)) VALUES (\(marks))",
      arguments: subscription.arguments)
  }

  private static func save(_ subscription: Subscription, _ database: Database) throws {
    let marks = Array(repeating: "?", count: 16).joined(separator: ", ")
    try database.execute(
      sql: "UPDATE subscription SET (\(columns)) = (\(marks)) WHERE id = ?",
      arguments: subscription.arguments + [subscription.id])
  }
}

extension Subscription {
  fileprivate init(_ row: Row) {
    let dataset = row.text(4)
    let (record, query) = (row.optionalText(5), row.optionalText(6))
    let watch: Watch =
      record.map { .record(dataset: dataset, id: $0) }
      ?? query.map { .search(dataset: dataset, query: $0) } ?? .dataset(dataset)
    self.init(
      id: row.text(0), address: Address(row), watch: watch, language: row.text(7),
      made: row.moment(8) ?? .distantPast, seen: row.integer(9))
    delivered = row.moment(10)
    failures = min(row.count(11), 10_000)
    if let what = row.optionalText(12) {
      trouble = Trouble(
        what: what.cutting(to: SyncState.mostBytes), since: row.moment(13) ?? .distantPast,
        notBefore: row.moment(14) ?? .distantPast)
    }
    ended = row.moment(15)
  }

  fileprivate var arguments: StatementArguments {
    var (record, query): (String?, String?) = (nil, nil)
    switch watch {
    case .record(_, let id): record = id
    case .search(_, let text): query = text
    case .dataset: break
    }
    return [
      id, address?.endpoint, address?.p256dh, address?.auth, watch.dataset, record, query,
      language, made.timeIntervalSince1970, seen, delivered?.timeIntervalSince1970, failures,
      trouble?.what.cutting(to: SyncState.mostBytes),
      trouble?.since.timeIntervalSince1970, trouble?.notBefore.timeIntervalSince1970,
      ended?.timeIntervalSince1970,
    ]
  }
}

extension Subscription.Address {
  fileprivate init?(_ row: Row) {
    guard let endpoint = row.optionalText(1), let p256dh = row.optionalText(2),
      let auth = row.optionalText(3)
    else { return nil }
    self.init(endpoint: endpoint, p256dh: p256dh, auth: auth)
  }
}
