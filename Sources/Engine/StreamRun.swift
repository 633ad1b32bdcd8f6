import AlmanacDeclarations
import AlmanacDecoding
import AlmanacFetching
import AlmanacStorage
import Foundation
import Logging
import Synchronization

/// A stream into the store: packets are committed in groups, in order, each with its cursor.
///
/// A crash loses at most the group that was not committed yet, and the next run resumes from the
/// last committed cursor.
struct StreamRun: Sendable {
  let table: LiveTable
  let fetcher: Fetcher
  let environment: EnvironmentText
  let now: @Sendable () -> Date
  let logger: Logger
  /// Told after each group with the number of its records.
  let committed: @Sendable (Int) async -> Void
  /// Told when packets begin or cease to come, with what happened.
  let connected: @Sendable (Bool, String?) async -> Void

  /// The most records in a group.
  static let group = 2000
  /// How long a group may wait for more records.
  static let patience = Duration.milliseconds(50)

  private var dataset: Dataset { table.dataset }

  /// Runs until cancelled; a broken connection is opened again, more slowly each time, and never
  /// before the server allows it.
  func run() async {
    var failures = 0
    while !Task.isCancelled {
      let end = await connectOnce()
      failures = end.isFruitful ? 0 : min(failures + 1, 6)
      let backoff = Double(1 << failures) * Double.random(in: 0.5...1)
      let asked = end.notBefore.map { $0.timeIntervalSince(now()) } ?? 0
      do { try await Task.sleep(for: .seconds(max(backoff, asked))) } catch { return }
    }
  }

  /// How a connection ended.
  private struct End {
    /// Whether any group was committed.
    var isFruitful = false
    /// Before this moment the server does not want to be asked.
    var notBefore: Date?
  }

  private func connectOnce() async -> End {
    let buffer = PacketBuffer(limit: Self.group * 4)
    return await withTaskGroup(of: Bool.self) { group in
      var end = End()
      group.addTask { await write(from: buffer) }
      do {
        try await receive(into: buffer)
        await connected(false, nil)
      } catch {
        end.notBefore = await tell(error)
      }
      await buffer.end()
      end.isFruitful = await group.next() ?? false
      return end
    }
  }

  /// Tells what broke a connection; returns until when the server wants to be left alone.
  private func tell(_ error: any Error) async -> Date? {
    if Task.isCancelled || error is CancellationError {
      await connected(false, nil)
      return nil
    }
    await connected(false, "\(error)")
    logger.warning("stream broke", metadata: ["dataset": "\(dataset.id)", "why": "\(error)"])
    if case .postponed(let until, _)? = error as? FetchError { return until }
    return nil
  }

  /// What the declaration asks, so that another stream's cursor is not taken for this one's.
  private var question: String {
    get throws { try SyncQuestion(dataset, environment).fingerprint }
  }

  private func receive(into buffer: PacketBuffer) async throws {
    let state = try table.store.state()
    let isSame = try state.question ?? question == question
    let cursor = isSame ? state.cursor : nil
    if let simulation = dataset.source.simulation, dataset.isSimulated {
      guard state.origin != .upstream else {
        throw SyncFailure("the copy holds an upstream's records, and none are made up beside them")
      }
      return try await simulate(simulation, after: cursor, into: buffer)
    }
    let request = try SourceRequests(dataset, environment).page()
    let stream = try await fetcher.openStream(request, lastEventID: cursor)
    let type = stream.headers.first { $0.name.lowercased() == "content-type" }?.value ?? ""
    var reader = PacketReader(
      decoder: RecordDecoder(dataset: dataset), framing: .init(contentType: type),
      resumingAfter: cursor)
    await connected(true, nil)
    for try await chunk in stream {
      reader.receive(chunk)
      try await hand(&reader, to: buffer)
    }
    reader.finish()
    try await hand(&reader, to: buffer)
  }

  private func hand(_ reader: inout PacketReader, to buffer: PacketBuffer) async throws {
    while let packet = try reader.next() {
      try await buffer.give(packet.records, cursor: packet.cursor)
      try Task.checkCancellation()
    }
  }

  private func simulate(
    _ simulation: Simulation, after cursor: String?, into buffer: PacketBuffer
  ) async throws {
    let start = cursor.flatMap { Int($0) } ?? 0
    var simulator = PacketSimulator(.init(simulation), resumingAfter: start)
    let decoder = RecordDecoder(dataset: dataset)
    await connected(true, nil)
    while true {
      let packet = simulator.next(at: now())
      var records: [Record] = []
      _ = try decoder.decodePacket(packet.json) { records.append($0) }
      try await buffer.give(records, cursor: "\(packet.cursor)")
      if simulation.pause > 0 {
        try await Task.sleep(for: .seconds(Double.random(in: 0...simulation.pause)))
      }
      try Task.checkCancellation()
    }
  }

  /// Commits groups until the stream ends; says whether there was any.
  private func write(from buffer: PacketBuffer) async -> Bool {
    var isFruitful = false
    while await buffer.waitForRecords() {
      if await buffer.count < Self.group { await pause() }
      let (records, cursor) = await buffer.take()
      do {
        try await commit(records, cursor)
        isFruitful = true
        await committed(records.count)
      } catch {
        await fail(error)
        await buffer.end()
        return isFruitful
      }
    }
    return isFruitful
  }

  /// Lets a group grow; when cancelled, what is there is committed at once.
  private func pause() async {
    do { try await Task.sleep(for: Self.patience) } catch { return }
  }

  private func fail(_ error: any Error) async {
    if Task.isCancelled || error is CancellationError { return }
    logger.error("group not written", metadata: ["why": "\(error)"])
    await connected(false, "\(error)")
  }

  private func commit(_ records: [Record], _ cursor: String?) async throws {
    let before = try table.store.state()
    var state = before.succeeded(at: now())
    // A stream succeeds within a moment: what befell its file is told for an hour.
    if let repair = before.repair, now() < repair.since.addingTimeInterval(3600) {
      state.repair = repair
    }
    state.origin = dataset.isSimulated ? .simulator : .upstream
    state.question = try question
    state.giver = SyncState.Giver(dataset.credit)
    state.cursor = cursor ?? state.cursor
    let version = table.receive(records)
    _ = try await table.store.upsert(records, state: state)
    table.committed(version)
  }
}

extension PacketSimulator.Recipe {
  /// The recipe of a declared simulation.
  init(_ simulation: Simulation) {
    self.init(
      records: simulation.records, packetSize: simulation.packet, seed: simulation.seed,
      fields: simulation.fields.map { .init($0.name, Self.generator($0.generator)) })
  }

  private static func generator(_ generator: SimulatedField.Generator) -> PacketSimulator.Generator
  {
    switch generator {
    case .oneOf(let texts): .oneOf(texts)
    case .number(let from, let to, let decimals):
      .number(from: from, to: to, decimals: decimals)
    case .now: .now
    }
  }
}
