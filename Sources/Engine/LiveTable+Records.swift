public import AlmanacDeclarations
import AlmanacStorage
import Synchronization

extension LiveTable {
  /// The key that an address means; nothing when it can be none.
  public func id(from text: String) -> RecordID? {
    RecordID(text, isInteger: dataset.key.isInteger)
  }

  /// A record; nothing when there is none of this key.
  ///
  /// Cost: O(log n).
  public func record(_ id: RecordID) async throws -> Record? {
    let revisions = Revisions(dataset)
    let coming = live.withLock { $0.uncommitted(id, revisions) }
    let stored = try store.row(of: id).flatMap { try store.records(.rows([$0])).rows.first }
    return revisions.newest(stored, coming)
  }

  /// A record as a JSON object; nothing when there is none of this key.
  ///
  /// Cost: O(log n).
  public func recordJSON(_ id: RecordID) async throws -> [UInt8]? {
    if dataset.source.kind == .stream {  // what is not on disk yet has no row there
      return try await record(id).map { LiveJSON(dataset: dataset).row($0) }
    }
    guard let row = try store.row(of: id) else { return nil }
    let bytes = try store.json(.rows([row])).rows
    return bytes.isEmpty ? nil : bytes
  }

  /// The records before and after one in the list's own order, as readers of a language find it.
  public func neighbours(
    of id: RecordID, language: String? = nil
  ) async throws -> (previous: Record?, next: Record?) {
    guard let row = try row(of: id), let rank = try await rank(ofRow: row, language: language)
    else { return (nil, nil) }
    let start = max(rank - 1, 0)
    let window = try await window(TableQuery(offset: start, limit: 3, language: language))
    guard let place = window.rows.firstIndex(where: { $0.id == id }) else { return (nil, nil) }
    let previous = place > 0 ? window.rows[place - 1] : nil
    let next = place + 1 < window.rows.count ? window.rows[place + 1] : nil
    return (previous, next)
  }

  /// Where a record stands in the list's own order, from 0, as readers of a language find it; nothing
  /// when there is none of this key.
  ///
  /// Cost: O(n).
  public func rank(of id: RecordID, language: String? = nil) async throws -> Int? {
    guard let row = try row(of: id) else { return nil }
    return try await rank(ofRow: row, language: language)
  }

  /// The row number of a record; of a stream's numbered records, be they on disk yet or not.
  private func row(of id: RecordID) throws -> Int64? {
    if dataset.source.kind == .stream, case .integer(let key) = id { return key }
    return try store.row(of: id)
  }
}
