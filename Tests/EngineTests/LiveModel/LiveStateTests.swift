import AlmanacCore
import AlmanacDeclarations
import Testing

@testable import AlmanacEngine

@Suite struct `A stream's memory` {
  static let byName = LiveOrder.Spec(term: SortTerm("name"))
  static let patience = Duration.seconds(600)
  let start = ContinuousClock.now

  private func deal(_ id: Int64, _ name: String) -> Record {
    Record(
      id: .integer(id),
      values: [.number(1), .integer(id), .absent, .text(name), .absent, .absent, .absent])
  }

  /// Reads records from disk into memory.
  private func load(_ records: [Record], _ state: inout LiveState) throws {
    let layout = try #require(RowLayout(ModelDeals.complete, leaving: state.left))
    var held: LiveHeld? = LiveHeld(ModelDeals.complete, layout, seed: .random(in: 0 ... .max))
    state.beginLoad(at: start)
    for record in records {
      guard case .integer(let key) = record.id, var rows = held.take() else { continue }
      let isLoaded = ModelCells.load(key, record, into: &rows)
      #expect(isLoaded)
      held = rows
    }
    let isOver = state.adopt(&held, atMost: .max)
    #expect(isOver)
  }

  private func rank(_ spec: LiveOrder.Spec, _ state: inout LiveState) throws {
    var (order, pages) = try begin(spec, &state)
    order?.build(from: pages)
    let isOver = state.finish(&order, pages, atMost: 0)
    #expect(isOver)
  }

  private func begin(
    _ spec: LiveOrder.Spec, _ state: inout LiveState
  ) throws -> (LiveOrder?, RowPages) {
    let order = try #require(state.held?.emptyOrder(spec, at: start))
    let pages = state.held?.beginBuild(spec)
    return (order, try #require(pages))
  }

  private func look(
    _ place: HeldRequest.Place, _ state: inout LiveState, limit: Int = 3
  ) throws -> HeldLook {
    let request = HeldRequest(spec: Self.byName, place: place, limit: limit)
    let look = state.look(request, at: start)
    return try #require(look)
  }

  @Test func `takes over no order of rows that were let go of`() throws {
    var state = LiveState(version: 0)
    try load([deal(1, "a"), deal(2, "b")], &state)
    var (order, pages) = try begin(Self.byName, &state)
    order?.build(from: pages)
    state.held = nil
    try load([deal(7, "g")], &state)
    let changes = state.held?.changes(during: Self.byName)
    #expect(changes == nil)
    let isOver = state.finish(&order, pages, atMost: 100)
    #expect(isOver && state.held?.orders.isEmpty == true)
  }

  @Test func `finds a held place again after its texts were read anew`() throws {
    var state = LiveState(version: 0)
    let names = ["m", "c", "x", "a", "t", "f"].enumerated().map { deal(Int64($0), $1) }
    try load(names, &state)
    try rank(Self.byName, &state)
    let seen = try look(.key(.integer(4), lead: 1, else: 0), &state)
    #expect(seen.window.keys == [0, 4, 2])
    let held = try #require(seen.anchor?.place)
    state.held = nil
    try load(names.reversed(), &state)
    try rank(Self.byName, &state)
    let again = try look(.place(held, lead: 1, key: .integer(4), else: 0), &state)
    #expect(again.window.keys == [0, 4, 2] && again.anchor?.rank == 4)
    let lost = try look(.place(held, lead: 1, key: .integer(99), else: 2), &state)
    #expect(lost.window.offset == 2)
  }

  @Test func `that was read after a long pause is not let go of at once`() throws {
    var state = LiveState(version: 0)
    state.noteRead(at: start - .seconds(3600))
    try load([deal(1, "a")], &state)
    state.tidy(at: start, patience: Self.patience)
    #expect(state.held != nil)
    state.tidy(at: start + .seconds(601), patience: Self.patience)
    #expect(state.held == nil)
  }

  @Test func `keeps a bounded number of orders, however many are asked for`() throws {
    var state = LiveState(version: 0)
    try load((1...300).map { deal($0, "a") }, &state)
    for id in 1...300 as ClosedRange<Int64> {
      let only = Filter(field: "id", test: .equals(.integer(id)))
      try rank(LiveOrder.Spec(term: SortTerm("name"), filters: [only]), &state)
    }
    #expect(state.held?.orders.count == LiveHeld.mostOrders)
  }

  @Test func `does without a field that has too many texts`() throws {
    var state = LiveState(version: 0)
    try load([], &state)
    let records = (0...TextTable.capacity).map { deal(Int64($0), "n\($0 * 40_503 % 65_537)") }
    _ = state.receive(Array(records.dropLast()))
    #expect(state.held?.rows.count == TextTable.capacity && state.left.isEmpty)
    _ = state.receive([records[TextTable.capacity]])
    #expect(state.held == nil && state.left == [3])
    try load(Array(records.prefix(10)), &state)
    #expect(state.held?.rows.count == records.count)
    #expect(state.held?.emptyOrder(Self.byName, at: start) == nil)
    let byAmount = LiveOrder.Spec(term: SortTerm("-amount"))
    try rank(byAmount, &state)
    let request = HeldRequest(spec: byAmount, place: .rank(0), limit: 2)
    let look = state.look(request, at: start)
    let window = try #require(look).window
    #expect(window.total == records.count && window.keys == [65_536, 65_535])
    #expect(!window.layout.isComplete)
  }
}
