import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// Packets into a table with five orders kept and one window read again after each, until the last
/// record is on disk.
struct Ingest {
  let table: LiveTable
  private var maker = DealMaker()

  init(_ table: LiveTable) { self.table = table }

  /// The part that peers are compared over.
  static let first = 100_000
  /// How many of the last packets are timed one by one.
  private static let timed = 1000

  /// Hands in so many new deals as fast as they are taken.
  mutating func run(_ records: Int) async throws {
    try await keepOrders()
    let start = Start()
    var times = try await receive(0..<min(Self.first, records))
    start.printRate("live.ingest.first_rows_per_s", min(Self.first, records))
    if records > Self.first {
      times = try await receive(Self.first..<records)
      start.printRate("live.ingest.rows_per_s", records)
    }
    start.printCost("live.ingest.cpu_us_per_row", records)
    times.print("live.packet_to_window")
    guard let memory = try memory() else { return }
    printLine("live.rss_mb", memory.now, "MB")
    printLine("live.rss_peak_mb", memory.most, "MB")
  }

  /// Revises deals that are there, in packets.
  mutating func revise(packets: Int) async throws {
    try await keepOrders()
    let records = try table.count()
    let start = Start()
    let times = try await receive(packets) { maker, _, now in
      maker.revisions(among: records, at: now)
    }
    start.printRate("live.revise.rows_per_s", packets * DealMaker.packet)
    start.printCost("live.revise.cpu_us_per_row", packets * DealMaker.packet)
    times.print("live.revise.packet_to_window")
  }

  private func keepOrders() async throws {
    for term in Orders.all { _ = try await table.window(Orders.query(term, offset: 2000)) }
  }

  private mutating func receive(_ ranks: Range<Int>) async throws -> Times {
    let size = DealMaker.packet
    return try await receive(ranks.count / size) { maker, packet, now in
      let first = Int64(ranks.lowerBound + packet * size)
      return maker.packet(first + 1...first + Int64(size), at: now)
    }
  }

  /// Hands in packets; returns the times of the last from a packet to its window.
  private mutating func receive(
    _ packets: Int, _ packet: (inout DealMaker, Int, Int64) -> [Record]
  ) async throws -> Times {
    let groups = GroupWriting(table)
    var times = Times()
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await groups.run() }
      for index in 0..<packets {
        let records = packet(&maker, index, Int64(Date().timeIntervalSince1970 * 1000))
        try await groups.waitForRoom()
        let time = try await show(records, groups)
        if index >= packets - Self.timed { times.append(time) }
      }
      groups.end()
      try await tasks.waitForAll()
    }
    return times
  }

  /// Takes a packet in and reads the window in the middle of an order again.
  private func show(_ records: [Record], _ groups: GroupWriting) async throws -> Duration {
    let middle = try table.count() / 2
    let start = ContinuousClock.now
    groups.give(records, counter: table.receive(records))
    _ = try await table.window(Orders.query(SortTerm("price"), offset: middle))
    return ContinuousClock.now - start
  }
}
