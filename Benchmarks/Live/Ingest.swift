import AlmanacDeclarations
import AlmanacEngine

/// Packets into a table with five orders kept and one window read again after each, until the last
/// record is on disk.
struct Ingest {
  let library: Library
  let table: LiveTable
  private let isSparing: Bool
  private var maker = DealMaker()

  init(_ library: Library, _ table: LiveTable, isSparing: Bool = false) {
    self.library = library
    self.table = table
    self.isSparing = isSparing
  }

  /// The part that peers are compared over.
  static let first = 100_000
  /// How many of the last packets are timed one by one.
  private static let timed = 1000

  /// Hands in so many new deals as fast as they are taken, a hundred thousand at a time; what
  /// they are made of is made beforehand, as it is for the peers.
  mutating func run(_ records: Int) async throws {
    if isSparing { return try await fill(records) }
    try await keepOrders()
    var (times, spent) = (Times(), Spent())
    for first in stride(from: 0, to: records, by: Self.first) {
      let packets = packets(first..<min(first + Self.first, records))
      times = try await receive(packets.count, &spent) { _, index, _ in packets[index] }
      if first == 0 { spent.printRate("live.ingest.first_rows_per_s", min(Self.first, records)) }
    }
    if records > Self.first { spent.printRate("live.ingest.rows_per_s", records) }
    spent.printCost("live.ingest.cpu_us_per_row", records)
    times.print("live.packet_to_window")
  }

  /// Makes deals while they are taken in, so that the process holds little else than the table.
  private mutating func fill(_ records: Int) async throws {
    try await keepOrders()
    var spent = Spent()
    _ = try await receive(records / DealMaker.packet, &spent) { maker, index, now in
      let first = Int64(index * DealMaker.packet)
      return maker.packet(first + 1...first + Int64(DealMaker.packet), at: now)
    }
    guard let memory = try memory() else { return }
    printLine("live.rss_mb", memory.now, "MB")
    printLine("live.rss_peak_mb", memory.most, "MB")
  }

  /// Revises deals that are there, in packets.
  mutating func revise(packets: Int) async throws {
    try await keepOrders()
    let records = try table.count()
    var spent = Spent()
    let times = try await receive(packets, &spent) { maker, _, now in
      maker.revisions(among: records, at: now)
    }
    spent.printRate("live.revise.rows_per_s", packets * DealMaker.packet)
    spent.printCost("live.revise.cpu_us_per_row", packets * DealMaker.packet)
    times.print("live.revise.packet_to_window")
  }

  private func keepOrders() async throws {
    for term in Orders.all { _ = try await table.window(Orders.query(term, offset: 2000)) }
  }

  private mutating func packets(_ ranks: Range<Int>) -> [[Record]] {
    stride(from: ranks.lowerBound, to: ranks.upperBound, by: DealMaker.packet).map { first in
      maker.packet(Int64(first) + 1...Int64(first + DealMaker.packet), at: DealMaker.now)
    }
  }

  /// Hands in packets until all are on disk; returns the times of the last from a packet to its
  /// window.
  private mutating func receive(
    _ packets: Int, _ spent: inout Spent, _ packet: (inout DealMaker, Int, Int64) -> [Record]
  ) async throws -> Times {
    var times = Times()
    var start = Start()
    try await withThrowingTaskGroup(of: Void.self) { [library] tasks in
      tasks.addTask { try await library.run() }
      try await waitForStream()
      start = Start()
      for index in 0..<packets {
        let time = try await show(packet(&maker, index, DealMaker.now))
        if index >= packets - Self.timed { times.append(time) }
      }
      tasks.cancelAll()  // what waits is written before it ends
      while let _ = try await tasks.next() {}
    }
    spent.add(since: start)
    return times
  }

  private func waitForStream() async throws {
    while try await library.status(of: table.dataset.id)?.stream?.isConnected != true {
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Hands a packet in as soon as there is room and reads the window in the middle of an order again;
  /// says how long that took from when there was room.
  private func show(_ records: [Record]) async throws -> Duration {
    let query = Orders.query(SortTerm("price"), offset: try table.count() / 2)
    var start = ContinuousClock.now
    while try !library.offer(records, into: table.dataset.id) {
      try await Task.sleep(for: .microseconds(100))
      start = .now
    }
    _ = try await table.window(query)
    return ContinuousClock.now - start
  }
}
