import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacEngine
@testable import AlmanacStorage

@Suite struct `A live table among many tasks` {
  @Test(.timeLimit(.minutes(5)), arguments: ModelDeals.datasets.indices)
  func `gives every reader and subscriber exact windows`(_ index: Int) async throws {
    let dataset = ModelDeals.datasets[index]
    try await withTable([], dataset) { table in
      let stress = try LiveStress(table, packets: 150, seed: UInt64(index * 100))
      let counts = try await stress.run()
      #expect(counts.windows > 10 && counts.updates > 8)
      let newest = stress.timeline.newest
      let spec = LiveOrder.Spec(term: SortTerm("name"))
      let window = try await table.window(TableQuery(sort: [spec.term], limit: 1000))
      #expect(window.rows == newest.rows(spec))
    }
  }
}
