public import AlmanacDeclarations
import AlmanacStorage
import Synchronization

/// A section of a list, with how many records it has and where it begins.
public struct SectionCount: Sendable, Hashable {
  /// The section's name; nothing for the records without one, which come last.
  public var name: String?
  /// How many records count under it.
  public var count: Int
  /// The rank of its first record in the list's own order.
  public var offset: Int
}

extension LiveTable {
  /// The key that an address means; nothing when it can be none.
  public func id(from text: String) -> RecordID? {
    RecordID(text, isInteger: dataset.key.isInteger)
  }

  /// A record; nothing when there is none of this key.
  ///
  /// Cost: O(log n).
  public func record(_ id: RecordID) async throws -> Record? {
    if let record = live.withLock({ $0.uncommitted(id) }) { return record }
    guard let row = try store.row(of: id) else { return nil }
    return try store.records(.rows([row])).rows.first
  }

  /// A record as a JSON object; nothing when there is none of this key.
  ///
  /// Cost: O(log n).
  public func recordJSON(_ id: RecordID) async throws -> [UInt8]? {
    guard let row = try store.row(of: id) else { return nil }
    let bytes = try store.json(.rows([row])).rows
    return bytes.isEmpty ? nil : bytes
  }

  /// The records before and after one in the list's own order.
  public func neighbours(
    of id: RecordID
  ) async throws -> (previous: Record?, next: Record?) {
    guard let row = try store.row(of: id), let rank = try await rank(ofRow: row) else {
      return (nil, nil)
    }
    let start = max(rank - 1, 0)
    let window = try await window(TableQuery(offset: start, limit: 3))
    guard let place = window.rows.firstIndex(where: { $0.id == id }) else { return (nil, nil) }
    let previous = place > 0 ? window.rows[place - 1] : nil
    let next = place + 1 < window.rows.count ? window.rows[place + 1] : nil
    return (previous, next)
  }

  /// The sections of the list in its own order; empty where none are declared.
  ///
  /// A record with several sections counts once, under its first.
  public func sections() async throws -> [SectionCount] {
    guard let name = dataset.list.sections, let field = dataset.index(of: name) else { return [] }
    var offset = 0
    return try store.sections(of: field).map { name, count in
      defer { offset += count }
      return SectionCount(name: name, count: count, offset: offset)
    }
  }
}
