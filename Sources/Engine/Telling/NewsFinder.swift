import AlmanacDeclarations
import AlmanacStorage

/// Finds what somebody who watches a dataset is to be told since a sync.
struct NewsFinder {
  let table: LiveTable
  /// The number of the newest sync that is told.
  let newest: Int64

  /// How many changes are looked at when a search is watched; what is more is told of a dataset only.
  static let mostChanges = 5000

  /// What happened after a sync; nothing where nothing did that is watched.
  func news(of watch: Watch, since seen: Int64) async throws -> Notice.Changes? {
    let changes =
      switch watch {
      case .record(_, let id): try record(id, seen)
      case .dataset: try dataset(seen)
      case .search(_, let query): try await search(query, seen)
      }
    return changes.isEmpty ? nil : changes
  }

  /// A record's changes, newest first; of many, what the newest did.
  private func record(_ text: String, _ seen: Int64) throws -> Notice.Changes {
    guard let id = table.id(from: text) else { return Notice.Changes() }
    let page = try table.changes(ChangesQuery(id: id, limit: 1))
    guard let change = page.changes.first, isNews(change, seen) else { return Notice.Changes() }
    var changes = Notice.Changes()
    changes.count(change)
    return changes
  }

  /// What the syncs' own lines say: they stay when single changes are no longer kept.
  ///
  /// That a copy was filled is no news of any record.
  private func dataset(_ seen: Int64) throws -> Notice.Changes {
    var changes = Notice.Changes()
    for line in try table.syncs(limit: 1000)
    where line.number > seen && line.number <= newest && !line.isFilling {
      // What a file says is not trusted to be small.
      changes.inserted = changes.inserted.addingClamped(line.inserted)
      changes.changed = changes.changed.addingClamped(line.changed)
      changes.deleted = changes.deleted.addingClamped(line.deleted)
    }
    let newestChange = try table.changes(ChangesQuery(limit: 1)).changes.first
    changes.newest = newestChange.flatMap { isNews($0, seen) ? $0 : nil }
    return changes
  }

  /// Records that are new or different and that the query finds now.
  private func search(_ query: String, _ seen: Int64) async throws -> Notice.Changes {
    let candidates = try candidates(seen)
    guard !candidates.isEmpty else { return Notice.Changes() }
    var changes = Notice.Changes()
    for id in try await found(by: try WatchedQuery.read(query, table.dataset)) {
      guard let change = candidates[id] else { continue }
      changes.count(change)
    }
    return changes
  }

  /// The newest change of each record that was not gone afterwards.
  private func candidates(_ seen: Int64) throws -> [RecordID: Change] {
    var (candidates, gone, looked) = ([RecordID: Change](), Set<RecordID>(), 0)
    var query = ChangesQuery(limit: ChangesQuery.largestLimit)
    while looked < Self.mostChanges {
      let page = try table.changes(query)
      let news = page.changes.filter { isNews($0, seen) }
      for change in news where !gone.contains(change.id) {
        if change.kind == .deleted {
          gone.insert(change.id)
        } else {
          candidates[change.id] = Self.joined(change, candidates[change.id])
        }
      }
      looked += page.changes.count
      guard news.count == page.changes.count, let next = page.next else { break }
      query.before = next
    }
    return candidates.filter { !gone.contains($0.key) }
  }

  /// A record that came and then changed is new to who was told of neither.
  private static func joined(_ earlier: Change, _ later: Change?) -> Change {
    guard var later else { return earlier }
    if earlier.kind == .inserted { later.kind = .inserted }
    return later
  }

  /// The keys of all records that a query finds.
  ///
  /// Cost: O(records found).
  private func found(by query: TableQuery) async throws -> [RecordID] {
    var (query, ids) = (query, [RecordID]())
    query.limit = TableQuery.largestLimit
    while true {
      let window = try await table.window(query)
      ids += window.rows.map(\.id)
      query.offset += query.limit
      if query.offset >= window.total { return ids }
    }
  }

  private func isNews(_ change: Change, _ seen: Int64) -> Bool {
    change.sync > seen && change.sync <= newest
  }
}

extension Notice.Changes {
  /// Counts a change; the first that is counted is the one that is told.
  fileprivate mutating func count(_ change: Change) {
    switch change.kind {
    case .inserted: inserted += 1
    case .changed: changed += 1
    case .deleted: deleted += 1
    }
    if newest == nil { newest = change }
  }
}
