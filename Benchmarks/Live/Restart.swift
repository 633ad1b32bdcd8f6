import AlmanacDeclarations
import AlmanacEngine

/// A table opened anew over what is on disk: how long each order takes to be there.
struct Restart {
  let table: LiveTable

  /// The first page of the own order, a jump in it, then the first use of every other order.
  func run() async throws {
    let total = try table.count()
    let own = Orders.all[0]
    try await time("live.reopen.first_window_ms", Orders.query(own, offset: 0))
    try await time("live.reopen.first_jump_ms", Orders.query(own, offset: total / 2))
    var slowest = 0.0
    for term in Orders.all.dropFirst() {
      let query = Orders.query(term, offset: total / 2)
      slowest = max(slowest, try await time("live.reopen.first_use.\(term.field)_ms", query))
    }
    printLine("live.reopen.first_use_of_order_ms", slowest, "ms")
    if let memory = try memory() { printLine("live.reopen.rss_mb", memory.now, "MB") }
    var filtered = Orders.query(SortTerm("price"), offset: 1000)
    filtered.filters = [Filter(field: "side", test: .equals(.text("buy")))]
    try await time("live.reopen.first_use.filtered_ms", filtered)
  }

  @discardableResult
  private func time(_ name: String, _ query: TableQuery) async throws -> Double {
    let start = ContinuousClock.now
    let rows = try await table.window(query).rows.count
    let time = (ContinuousClock.now - start).milliseconds
    precondition(rows > 0)
    printLine(name, time, "ms")
    return time
  }
}
