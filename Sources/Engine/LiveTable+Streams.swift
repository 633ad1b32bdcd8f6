package import AlmanacDeclarations
package import struct AlmanacDeclarations.Record
import AlmanacStorage
import Synchronization

extension LiveTable {
  /// Takes a packet of a stream, which is in no file yet; returns its version.
  ///
  /// Cost: O(packet × log n) for each order that somebody reads, else O(1).
  package func receive(_ records: [Record]) -> Int64 {
    defer { hub.changed() }
    return live.withLock { state in
      state.tidy(at: .now, patience: Self.patience)
      return state.receive(records)
    }
  }

  /// Notes that all packets up to a version are on disk.
  package func committed(_ version: Int64) {
    let committed = live.withLock { $0.committed(version) }
    _ = consume committed  // a packet waits no longer than this takes its lock
    if readsFile.exchange(false, ordering: .relaxed) { hub.changed() }
  }

  /// Lets go of what nobody read for a while.
  func tidy() {
    live.withLock { $0.tidy(at: .now, patience: Self.patience) }
  }

  /// The rank of a row in the list's own order, as readers of a language find it; nothing when there
  /// is none.
  package func rank(ofRow row: Int64, language: String? = nil) async throws -> Int? {
    guard dataset.source.kind == .stream else {
      return try await defaultOrder(language: language).firstIndex(of: row)
    }
    guard let spec = spec(of: TableQuery()),
      try await look(HeldRequest(spec: spec, place: .rank(0), limit: 1)) != nil
    else { return nil }
    return live.withLock { $0.rank(of: row, in: spec) }
  }
}
