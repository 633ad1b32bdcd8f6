import AlmanacDeclarations
import AlmanacDecoding
import AlmanacFetching
import AlmanacStorage
import Foundation
import Logging

/// A stream's connections to its source, one after the other, each from where the one before got.
///
/// A packet that cannot be read is counted and passed over, so that no packet holds up the stream.
struct StreamConnection {
  private let run: StreamRun
  /// Where the next connection resumes: after the last packet that was received.
  private var cursor: String?
  private var hasRecords = false
  /// The head of the last answer that was a whole file, whose validators are sent.
  private var file: [HTTPHeader] = []
  /// Why the last packet could not be read, while none could.
  private var flaw: DecodingFailure?

  /// How a connection fares.
  enum News: Sendable {
    /// The source has answered, with a stream or with a whole file.
    case opened(isWholeFile: Bool)
    /// What it sends can be read.
    case sound
    /// It ended, and why if that was not in good order.
    case ended(String?)
  }

  /// How a connection ended.
  struct End {
    /// Whether it brought anything new: the same packets again are nothing new.
    var isFruitful = false
    /// Whether it was no stream but a whole file, which ends by itself.
    var isWholeFile = false
    /// Before this moment the server does not want to be asked.
    var notBefore: Date?
  }

  /// The longest wait that a server may ask for between connections, in seconds.
  private static let longestWait = 3600.0

  init(_ run: StreamRun, after cursor: String?) {
    self.run = run
    self.cursor = cursor
  }

  /// Connects once, until the connection ends or the task is cancelled.
  mutating func run() async -> End {
    (hasRecords, flaw) = (false, nil)
    let start = cursor
    var end = End()
    do {
      let wait = try await receive(&end)
      await run.connected(.ended(flaw.map { "What came holds no packets: \($0)" }))
      end.notBefore = wait.map { run.now().addingTimeInterval(min($0, Self.longestWait)) }
    } catch FetchError.httpStatus(304, _, _) where !file.isEmpty {
      end.isWholeFile = true
      await run.connected(.ended(nil))
    } catch {
      end.notBefore = await tell(error)
    }
    end.isFruitful = cursor == nil ? hasRecords : cursor != start
    return end
  }

  /// Tells what broke a connection; returns until when the server wants to be left alone.
  private func tell(_ error: any Error) async -> Date? {
    if Task.isCancelled || error is CancellationError {
      await run.connected(.ended(nil))
      return nil
    }
    await run.connected(.ended("\(error)"))
    run.logger.warning(
      "stream broke", metadata: ["dataset": "\(run.dataset.id)", "why": "\(error)"])
    if case .postponed(let until, _)? = error as? FetchError { return until }
    return nil
  }

  /// Receives until the source ends; returns how many seconds it wants to be left alone.
  private mutating func receive(_ end: inout End) async throws -> Double? {
    if let simulation = run.dataset.source.simulation {
      try await simulate(simulation)
      return nil
    }
    let request = try SourceRequests(run.dataset, run.environment).page()
    let stream = try await run.fetcher.openStream(request, lastEventID: cursor, since: file)
    let type = stream.header("Content-Type") ?? ""
    end.isWholeFile = stream.isWholeFile
    file = []
    var reader = PacketReader(
      decoder: RecordDecoder(dataset: run.dataset), framing: .init(contentType: type),
      resumingAfter: cursor)
    run.tally.connected()
    await run.connected(.opened(isWholeFile: stream.isWholeFile))
    var isSound = false
    for try await chunk in stream {
      reader.receive(chunk)
      try await takePackets(&reader)
      if !isSound, flaw == nil {
        isSound = true
        await run.connected(.sound)
      }
    }
    reader.finish()
    try await takePackets(&reader)
    if stream.isWholeFile, flaw == nil { file = stream.headers }
    return reader.reconnectAfter?.timeInterval
  }

  /// Takes what has come whole: a packet is decoded while the one before is handed on.
  private mutating func takePackets(_ reader: inout PacketReader) async throws {
    var last: Packet?
    while true {
      let packet = last.take()
      async let handing: Void = Self.give(packet, to: run)
      let next = Result { try reader.next() }
      try await handing
      if let packet { note(packet.records, packet.cursor) }
      do {
        guard let packet = try next.get() else { break }
        run.tally.count(packet.page, nonNumbers: packet.nonNumbers)
        flaw = nil
        last = packet
      } catch let failure as DecodingFailure {
        run.tally.count(failure)
        if !hasRecords { flaw = failure }
      }
    }
    // An event without records, or one that could not be read, is passed all the same.
    guard let last = reader.lastEventID, !last.isEmpty, last != cursor else { return }
    try await give([], cursor: last)
  }

  private mutating func give(_ records: [Record], cursor: String?) async throws {
    try await Self.give(records, cursor: cursor, to: run)
    note(records, cursor)
  }

  /// Notes what was handed on.
  private mutating func note(_ records: [Record], _ cursor: String?) {
    hasRecords = hasRecords || !records.isEmpty
    self.cursor = cursor ?? self.cursor
  }

  private static func give(_ packet: Packet?, to run: StreamRun) async throws {
    if let packet { try await give(packet.records, cursor: packet.cursor, to: run) }
  }

  /// Hands a packet on in slices; only the last has the cursor, so that none is half resumed.
  private static func give(_ records: [Record], cursor: String?, to run: StreamRun) async throws {
    var start = 0
    repeat {
      let end = min(start + PacketBuffer.slice, records.count)
      let isLast = end == records.count
      let slice = start == 0 && isLast ? records : Array(records[start..<end])
      try await run.buffer.give(
        slice, cursor: isLast ? cursor : nil, apply: run.table.receive)
      run.tally.count(slice, of: run.dataset)
      start = end
    } while start < records.count
  }

  private mutating func simulate(_ simulation: Simulation) async throws {
    guard try run.table.store.state().origin != .upstream else {
      throw SyncFailure("the copy holds an upstream's records, and none are made up beside them")
    }
    let start = cursor.flatMap { Int($0) } ?? 0
    var simulator = PacketSimulator(.init(simulation), resumingAfter: start)
    let decoder = RecordDecoder(dataset: run.dataset)
    await run.connected(.opened(isWholeFile: false))
    while true {
      let made = simulator.next(at: run.now())
      var records: [Record] = []
      let page = try decoder.decodePacket(made.json) { records.append($0) }
      run.tally.count(page)
      try await give(records, cursor: "\(made.cursor)")
      if simulation.pause > 0 {
        try await Task.sleep(for: .seconds(Double.random(in: 0...simulation.pause)))
      }
      try Task.checkCancellation()
    }
  }
}

extension ByteStream {
  fileprivate func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// Whether the answer is no stream: its length is known, or its type is that of a document.
  fileprivate var isWholeFile: Bool {
    let type = (header("Content-Type") ?? "").prefix { $0 != ";" }.lowercased()
    if type == "text/event-stream" { return false }
    return header("Content-Length") != nil
      || ["application/json", "text/csv", "text/html", "application/geo+json"].contains(type)
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
