import AlmanacCore
import AlmanacDeclarations

extension Library {
  /// Finds the records of one dataset that match a query, the best first.
  ///
  /// - Throws: `QueryProblem` where the query is too long, or there is nothing to search.
  public func find(
    _ query: String, in dataset: String, offset: Int = 0, limit: Int = 20
  ) async throws -> Found {
    try SearchLength.check(query)
    guard let table = table(dataset) else {
      let ids = datasets.map(\.id)
      throw QueryProblem(
        parameter: "in",
        message: Message("There is no dataset \"\(dataset)\".")
          .hinted(NearestWord.hint(for: dataset, among: ids)))
    }
    guard table.isFound else {
      throw QueryProblem(parameter: "in", message: "This dataset has no search.")
    }
    return try await table.find(query, offset: max(offset, 0), limit: max(limit, 0))
  }

  /// Finds the records of all datasets that match a query, the dataset with the best match first.
  ///
  /// Streams are left out. Datasets where nothing is found are there too, since they may suggest.
  ///
  /// - Throws: `QueryProblem` where the query is too long.
  public func findEverywhere(_ query: String, limitPerDataset: Int = 5) async throws -> [Found] {
    try SearchLength.check(query)
    let found = try await withThrowingTaskGroup(of: (Int, Found).self) { group in
      for (place, table) in foundTables.enumerated() {
        group.addTask {
          (place, try await table.find(query, offset: 0, limit: max(limitPerDataset, 1)))
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    return found.sorted { ($0.1.rank, $0.0) < ($1.1.rank, $1.0) }.map(\.1)
  }

  private var foundTables: [LiveTable] { datasets.compactMap { table($0.id) }.filter(\.isFound) }

  /// Builds the indexes one after the other, so that the first search waits for none.
  ///
  /// What cannot be read is told by the search that asks for it.
  func prepareSearch() async {
    for table in foundTables where !Task.isCancelled {
      do { _ = try await table.indexedTexts() } catch {}
    }
  }
}

extension Found {
  /// The tier of the best match; the last where nothing is found.
  fileprivate var rank: Int { rows.first?.tier.rawValue ?? .max }
}
