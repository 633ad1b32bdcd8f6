import AlmanacDeclarations
import AlmanacEngine
import AlmanacStorage

/// Windows of 100 anywhere in the five orders, and ranks, while nothing arrives.
struct Windows {
  let table: LiveTable
  private var random = SplitMix()

  init(_ table: LiveTable) { self.table = table }

  private static let repetitions = 20_000

  mutating func run() async throws {
    let total = try table.count()
    try await time("live.window", total) { try await $0.window($1).rows.count }
    try await time("live.window_json", total) { try await $0.json($1).bytes.count }
    try await ranks(total)
  }

  private mutating func time(
    _ name: String, _ total: Int, _ read: (LiveTable, TableQuery) async throws -> Int
  ) async throws {
    var times = Times()
    for turn in 0..<Self.repetitions + 1000 {
      let term = Orders.all[random.below(Orders.all.count)]
      let query = Orders.query(term, offset: random.below(max(total - 100, 1)))
      let start = ContinuousClock.now
      let size = try await read(table, query)
      let time = ContinuousClock.now - start
      precondition(size > 0)
      if turn >= 1000 { times.append(time) }
    }
    times.print(name)
  }

  /// The rank of a deal in the list's own order.
  private mutating func ranks(_ total: Int) async throws {
    var times = Times()
    for turn in 0..<Self.repetitions + 1000 {
      let key = Int64(1 + random.below(total))
      let start = ContinuousClock.now
      let rank = try await table.rank(ofRow: key)
      let time = ContinuousClock.now - start
      precondition(rank != nil)
      if turn >= 1000 { times.append(time) }
    }
    times.print("live.rank")
  }
}
