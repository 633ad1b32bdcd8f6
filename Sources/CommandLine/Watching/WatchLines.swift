import AlmanacDeclarations
import AlmanacEngine
import Foundation
import ServiceLifecycle

/// Writes a line of JSON for each thing the owner tells, until whoever reads has seen enough.
struct WatchLines: Service {
  let request: WatchRequest
  /// How many lines are wanted; all of them where nothing is said.
  let most: Int?
  let feed: LiveFeed

  /// As many lines as were wanted are written.
  private struct Enough: Error {}

  func run() async throws {
    do { try await cancelWhenGracefulShutdown { try await write() } } catch is Enough {
    } catch is StandardOutput.ReaderLeft {
    } catch is CancellationError {}
  }

  private func write() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await follow() }
      group.addTask { try await Self.waitUntilAbandoned() }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Nothing may happen for long, and still we end soon after our reader.
  private static func waitUntilAbandoned() async throws {
    while !StandardOutput.isAbandoned { try await Task.sleep(for: .seconds(1)) }
  }

  private func follow() async throws {
    var (version, written, isLost) = (String?.none, 0, false)
    try await feed.follow(request) {
      var next = request
      next.version = version
      return next
    } tell: { news in
      switch news {
      case .connected, .heard: isLost = false
      case .refused(let why): throw Failure("\(why)")
      case .lost(let why):
        if version != nil, !isLost { Output.warn(said("\(why); asking again …")) }
        isLost = true
      case .event(let kind, let id, let data):
        version = id ?? version
        try StandardOutput.write(Self.line(kind, data))
        written += 1
        if written == most { throw Enough() }
      }
    }
  }

  /// An event as one line: its data with its kind before all else.
  static func line(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    let inside = data.dropFirst().map { $0 == 0x0A ? 0x20 : $0 }
    return Array("{\"kind\":\"\(kind)\",".utf8) + inside + [0x0A]
  }
}
