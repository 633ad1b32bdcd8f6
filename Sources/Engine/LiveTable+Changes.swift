public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
import AlmanacStorage
public import Foundation

/// A record that is gone from the source, as it was last known.
public struct GoneRecord: Sendable, Hashable {
  /// The record before it went.
  public var record: Record
  /// The same as a JSON object.
  public var json: [UInt8]
  /// When the sync ended that found it gone.
  public var since: Date
  /// The number of that sync.
  public var sync: Int64
}

extension LiveTable {
  /// Whether it is kept what syncs change; of a stream it is not (decision 14).
  public var keepsChanges: Bool { dataset.source.kind != .stream }

  /// What syncs changed, newest first.
  ///
  /// Cost: O(limit × log n), whatever is asked for.
  public func changes(_ query: ChangesQuery) throws -> ChangesWindow { try store.changes(query) }

  /// What is last known of a record that is gone; nothing where it is there, was never there, or
  /// went longer ago than the history goes back.
  ///
  /// Cost: O(log n).
  public func gone(_ id: RecordID) throws -> GoneRecord? {
    guard let deleted = try store.deleted(id) else { return nil }
    return GoneRecord(
      record: deleted.record, json: deleted.json,
      since: Date(timeIntervalSince1970: deleted.since), sync: deleted.sync)
  }

  /// How often a record changed and when it last did; nothing where it is not known to have.
  ///
  /// Cost: O(changes of the record).
  public func history(of id: RecordID) throws -> (count: Int, last: Date)? {
    try store.history(of: id).map { ($0.count, Date(timeIntervalSince1970: $0.last)) }
  }

  /// How often each of some records changed and when it last did; of those that are known to have.
  ///
  /// Cost: O(log changes) for each, besides its changes.
  public func histories(of ids: [RecordID]) throws -> [RecordID: (count: Int, last: Date)] {
    guard keepsChanges else { return [:] }
    return try store.histories(of: ids).mapValues {
      ($0.count, Date(timeIntervalSince1970: $0.last))
    }
  }

  /// The newest syncs that changed the copy, newest first.
  ///
  /// Cost: O(limit).
  public func syncs(limit: Int) throws -> [SyncLine] { try store.syncs(limit: limit) }

  /// The newest and the oldest sync on record that changed the copy; nothing before the first.
  ///
  /// Cost: O(1).
  public func syncEnds() throws -> (newest: SyncLine, oldest: SyncLine)? { try store.syncEnds() }

  /// What syncs changed, as the body of a JSON answer with the credit.
  ///
  /// - Parameters:
  ///   - status: What is known of the dataset now: its drift, and what the brake holds.
  ///   - address: The address of the page that begins before a sequence, if it is told.
  public func changesJSON(
    _ query: ChangesQuery, status: DatasetStatus?, next address: (Int64) -> String?
  ) throws -> [UInt8] {
    let page = try changes(query)
    let body = ChangesJSON(dataset: dataset, page: page, credit: currentCredit, status: status)
    return body.bytes(next: page.next.flatMap(address))
  }
}
