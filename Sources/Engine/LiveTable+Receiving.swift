import AlmanacDeclarations
import AlmanacStorage
import Synchronization

extension LiveTable {
  /// Applies a packet's records in memory, and gives its counter, which the store's generation
  /// becomes once the packet is written.
  func receive(_ records: [Record]) -> Int64 {
    received.withLock { counter in
      let last = counter ?? storedGeneration
      counter = last + 1
      return last + 1
    }
  }

  /// Tells that all packets up to a counter are on disk.
  func committed(_ counter: Int64) {}

  private var storedGeneration: Int64 {
    do { return try store.size().generation } catch { return 0 }
  }

  /// Writes a group, and lets the ranked lists follow.
  func write(
    _ records: [Record], state: SyncState, generation: Int64
  ) async throws -> UpsertCounts {
    let earlier = try await store.held(records)
    let counts = try await store.upsert(records, state: state, generation: generation)
    var held = earlier
    let kept = records.filter { record in
      if isOlder(record, than: held[record.id]) { return false }
      held[record.id] = record
      return true
    }
    let ids = Set(kept.map(\.id))
    let replaced = earlier.filter { ids.contains($0.key) }
    streamOrders.withLock {
      $0.follow(.init(generation: generation, records: kept, earlier: replaced))
    }
    committed(generation)
    return counts
  }

  private func isOlder(_ record: Record, than held: Record?) -> Bool {
    guard let index = dataset.revisionIndex, let held else { return false }
    switch (record.values[index], held.values[index]) {
    case (_, .absent): return false
    case (.integer(let mine), .integer(let theirs)): return mine < theirs
    case (.number(let mine), .number(let theirs)): return mine < theirs
    default: return true
    }
  }
}
