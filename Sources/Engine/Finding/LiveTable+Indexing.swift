import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Dispatch
import Synchronization

extension LiveTable {
  /// The fields that a search looks at.
  var searchFields: [Int] { dataset.search.compactMap(dataset.index(of:)) }

  /// The index of the texts as they are now, which is built on first use and follows syncs.
  ///
  /// Cost: O(1), besides what a sync moved since; O(text) the first time, off the caller's thread.
  func indexedTexts() async throws -> IndexedTexts {
    while true {
      try Task.checkCancellation()
      let generation = try store.size().generation
      let known = texts.withLock { $0 }
      if let known, known.generation == generation { return known }
      try await works.once(.index) { [self] in try await bringTextsUp(to: generation) }
    }
  }

  /// Makes the index that of a generation, or a later one.
  private func bringTextsUp(to generation: Int64) async throws {
    let known = texts.withLock { $0 }
    if let known, known.generation == generation { return }
    let terms = terms(of: TableQuery())
    let order = try await order(OrderCache.Key(terms: terms, filters: [], search: nil))
    guard order.generation == generation else { return }
    if let known, let moved = moved(from: known.generation, to: generation) {
      let seen = try await searchedRows(moved.arriving)
      guard seen.generation == generation else { return }
      await keepTexts {
        var followed = known
        followed.follow(moved, seen.rows, order: order.rows, generation: generation)
        return followed
      }
    } else {
      let seen = try await searchedRows(nil)
      guard seen.generation == generation else { return }
      await keepTexts {
        IndexedTexts(seen.rows, order: order.rows, generation: generation)
      }
    }
  }

  /// Rows with their texts; all of them where none are named.
  private func searchedRows(_ rows: Set<Int64>?) async throws -> Seen<[SearchedRow]> {
    try await store.scan(fields: searchFields, rows: rows) { row, values in
      let texts = values.flatMap(\.searchTexts).map { Array($0.utf8) }
      return SearchedRow(row: row, texts: texts)
    }
  }

  /// Makes an index off the caller's thread.
  private func keepTexts(_ make: @escaping @Sendable () -> IndexedTexts) async {
    await withCheckedContinuation { continuation in
      builder.async { [self] in
        let made = make()
        texts.withLock { $0 = made }
        continuation.resume()
      }
    }
  }
}
