import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Synchronization

@testable import AlmanacEngine

/// One writer, several readers and subscribers at a live table, all at once.
///
/// The writer also commits, and lets memory be dropped, so that loads and builds are always under
/// way. Every window is held against the naive table of its version.
struct LiveStress: Sendable {
  let table: LiveTable
  let timeline: Timeline
  let packets: Int
  let seed: UInt64

  /// How many windows and updates were held against the naive table.
  struct Counts: Sendable {
    var (windows, updates, reconnections) = (0, 0, 0)

    mutating func add(_ other: Counts) {
      windows += other.windows
      updates += other.updates
      reconnections += other.reconnections
    }
  }

  init(_ table: LiveTable, packets: Int, seed: UInt64) throws {
    self.table = table
    self.packets = packets
    self.seed = seed
    timeline = Timeline(table.dataset, version: try table.store.size().generation)
  }

  func run() async throws -> Counts {
    try await withThrowingTaskGroup(of: Counts.self) { group in
      group.addTask { @concurrent in try await write() }
      for number in 1...3 {
        group.addTask { @concurrent in try await read(seed &+ UInt64(number)) }
      }
      for number in 4...7 {
        group.addTask { @concurrent in
          try await LiveFollower(self, seed: seed &+ UInt64(number)).follow()
        }
      }
      var counts = Counts()
      for try await more in group { counts.add(more) }
      return counts
    }
  }

  // MARK: Writing

  private func write() async throws -> Counts {
    defer { timeline.end() }
    var random = SeededRandom(seed: seed)
    var deals = ModelDeals(table.dataset)
    var waiting: [Record] = []
    for number in 1...packets {
      let records = deals.packet(0..<150, 12, using: &random)
      let version = timeline.receive(records, table)
      waiting += records
      if number == packets || Int.random(in: 0..<4, using: &random) == 0 {
        _ = try await table.store.upsert(waiting, state: SyncState(), generation: version)
        table.committed(version)
        waiting = []
      }
      if Int.random(in: 0..<20, using: &random) == 0 { drop(using: &random) }
      for _ in 0..<8 { await Task.yield() }
    }
    return Counts()
  }

  private func drop(using random: inout SeededRandom) {
    let isIdle = Bool.random(using: &random)
    table.live.withLock { state in
      if isIdle {
        state.tidy(at: .now + .seconds(3600), patience: LiveTable.patience)
      } else {
        state.held = nil
      }
    }
  }

  // MARK: Reading

  /// Reads windows of changing orders; none is older than the one before.
  private func read(_ seed: UInt64) async throws -> Counts {
    var random = SeededRandom(seed: seed)
    let deals = ModelDeals(table.dataset)
    var counts = Counts()
    var last: Int64 = 0
    while !timeline.isOver {
      let spec = deals.spec(using: &random)
      let rank = Int.random(in: 0..<160, using: &random)
      let request = HeldRequest(spec: spec, place: .rank(rank), limit: 20)
      guard let look = try await table.look(request) else { continue }
      guard look.window.version >= last else {
        throw Mismatch("Version \(look.window.version) came after \(last).")
      }
      last = look.window.version
      guard let rows = try table.records(of: look) else { continue }
      let window = Window(
        version: table.version(last), total: look.window.total, offset: look.window.offset,
        rows: rows)
      try verify(window, spec, limit: 20)
      counts.windows += 1
      await Task.yield()
    }
    return counts
  }

  /// Holds a window against the naive table of its version.
  func verify(_ window: Window, _ spec: LiveOrder.Spec, limit: Int) throws(Mismatch) {
    let all = try timeline.table(at: window.version).rows(spec)
    try expectEqual(window.total, all.count, "total of \(spec) at \(window.version)")
    let start = min(window.offset, all.count)
    let expected = Array(all[start..<min(start + limit, all.count)])
    try expectEqual(
      window.rows.map(\.id), expected.map(\.id), "keys of \(spec) at \(window.version)")
    for (seen, row) in zip(window.rows, expected) {
      try expectEqual(seen, row, "a row of \(spec) at \(window.version)")
    }
  }
}
