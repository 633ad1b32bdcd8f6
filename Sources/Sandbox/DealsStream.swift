import AlmanacDecoding
import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle

/// A live stream of packets as server-sent events (`/deals/stream`).
///
/// `Last-Event-ID` or `?after=CURSOR` resumes, `?packets=N` ends after N packets, and
/// `?longest_pause=SECONDS` asks for another pace, `?flaw=NAME` for one packet that is wrong in one of
/// the ways of ``DealsFlaw``. Each packet waits until the one before has left.
struct DealsStream: Sendable {
  let recipe: PacketSimulator.Recipe
  let pace: Sandbox.Pace
  let now: @Sendable () -> Date

  func answer(_ inquiry: Inquiry) async throws -> Answer {
    let flaw = inquiry["flaw"].flatMap(DealsFlaw.init(rawValue:))
    let last = flaw == .restarted ? nil : inquiry.headers[named: "Last-Event-ID"]
    let resumed = last ?? inquiry["after"] ?? "0"
    guard let cursor = Int(resumed), cursor >= 0,
      let packets = inquiry.number("packets", atLeast: 0, default: .max),
      flaw != nil || inquiry["flaw"] == nil,
      let pause = pause(inquiry["longest_pause"])
    else {
      return Answer(
        .badRequest,
        [
          "error": """
          after, packets and longest_pause are numbers, none below 0; flaw is one of \
          \(DealsFlaw.allCases.map(\.rawValue).joined(separator: ", "))
          """
        ]
      ).synthetic()
    }
    let run = Run(
      simulator: PacketSimulator(recipe, resumingAfter: cursor), packets: packets,
      longestPause: pause, heartbeat: pace.heartbeat, now: now,
      flaw: flaw.flatMap { $0.isOfTheLine && cursor + 1 == DealsFlaw.packet ? nil : $0 })
    let body = ResponseBody { writer in try await run.write(to: &writer) }
    return Answer(body, headers: Self.headers).synthetic()
  }

  private func pause(_ text: String?) -> Duration? {
    guard let text else { return pace.longestPause }
    guard let seconds = Double(text), (0...3600).contains(seconds) else { return nil }
    return .seconds(seconds)
  }

  private static let headers: HTTPFields = [
    .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store",
  ]
}

/// One client's stream.
private struct Run: Sendable {
  let simulator: PacketSimulator
  let packets: Int
  let longestPause: Duration
  let heartbeat: Duration
  let now: @Sendable () -> Date
  let flaw: DealsFlaw?

  // Off the caller's actor like the writer's own methods, which are not `nonisolated(nonsending)`.
  @concurrent
  func write(to writer: inout any ResponseBodyWriter) async throws {
    try await writer.write(ByteBuffer(string: ": synthetic deals\n\n"))
    do {
      try await writePackets(to: &writer)
    } catch is CancellationError {
      // The server is asked to stop: end the stream in good order.
    }
    try await writer.finish(nil)
  }

  @concurrent
  private func writePackets(to writer: inout any ResponseBodyWriter) async throws {
    var simulator = simulator
    var left = packets
    while left > 0, !Task.isShuttingDownGracefully {
      try await wait(before: simulator.cursor + 1, &writer)
      try await write(simulator.next(at: now()), &writer)
      left -= 1
    }
  }

  @concurrent
  private func write(
    _ packet: PacketSimulator.Packet, _ writer: inout any ResponseBodyWriter
  ) async throws {
    guard let flaw, packet.cursor == DealsFlaw.packet else {
      return try await writer.write(event(packet))
    }
    while flaw == .silent { try await Sandbox.Fault.wait(.seconds(3600)) }
    let bytes = flaw.event(id: packet.cursor, packet.json)
    try await writer.write(ByteBuffer(bytes: bytes))
    if flaw == .closed { throw BrokenLine() }
  }

  private func event(_ packet: PacketSimulator.Packet) -> ByteBuffer {
    var bytes = Array("id: \(packet.cursor)\ndata: ".utf8)
    bytes.reserveCapacity(packet.count * 128)
    packet.appendJSON(to: &bytes)
    bytes += "\n\n".utf8
    return ByteBuffer(bytes: bytes)
  }

  /// Waits as long as this packet wants, with a comment line whenever the silence grows long.
  @concurrent
  private func wait(before cursor: Int, _ writer: inout any ResponseBodyWriter) async throws {
    var random = SplitMix64(seed: simulator.recipe.seed &+ UInt64(cursor))
    var rest = longestPause * (Double(random.next(below: 1_000_001)) / 1_000_000)
    while rest > .zero {
      let part = heartbeat > .zero ? min(rest, heartbeat) : rest
      try await Sandbox.Fault.wait(part)
      rest -= part
      if rest > .zero { try await writer.write(ByteBuffer(string: ": still here\n\n")) }
    }
  }
}
