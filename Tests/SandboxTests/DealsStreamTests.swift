import AlmanacDecoding
import AlmanacSandbox
import Foundation
import Logging
import ServiceLifecycle
import Testing

@Suite struct `The stream of deals` {
  @Test func `sends numbered events that each carry a packet`() async throws {
    let reply = try await Sandbox.standing().get("/deals/stream", ["packets": "3"])
    let events = Event.all(in: reply.text)
    #expect(reply["Content-Type"] == "text/event-stream; charset=utf-8")
    #expect(reply["X-Synthetic"] == "true")
    #expect(events.map(\.id) == ["1", "2", "3"])
    for event in events {
      let rows = try JSONSerialization.jsonObject(with: Data(event.data.utf8)) as? [[String: Any]]
      #expect(rows?.count == 100)
    }
  }

  @Test func `resumes after a cursor with the same records`() async throws {
    let sandbox = try Sandbox.standing()
    let whole = Event.all(in: try await sandbox.get("/deals/stream", ["packets": "5"]).text)
    let byHeader = try await sandbox.get(
      "/deals/stream", ["packets": "2"], headers: ["Last-Event-ID": "3"])
    let byQuery = try await sandbox.get("/deals/stream", ["packets": "2", "after": "3"])
    #expect(Event.all(in: byHeader.text) == Array(whole.suffix(2)))
    #expect(Event.all(in: byQuery.text) == Array(whole.suffix(2)))
  }

  @Test func `revises records once all of them are there`() async throws {
    let sandbox = try Sandbox.standing {
      $0.deals = .init(records: 4, packetSize: 2, fields: [.init("modified", .now)])
    }
    let events = Event.all(in: try await sandbox.get("/deals/stream", ["packets": "4"]).text)
    let time = "2026-02-03T04:05:06.000Z"
    #expect(events[0].data == #"[{"id":1,"modified":"\#(time)"},{"id":2,"modified":"\#(time)"}]"#)
    #expect(events.count == 4)
  }

  @Test func `goes on from any cursor`() async throws {
    let query: KeyValuePairs = ["packets": "1", "after": "\(Int.max)"]
    let reply = try await Sandbox.standing().get("/deals/stream", query)
    #expect(Event.all(in: reply.text).count == 1)
  }

  @Test func `fills a silence with comments`() async throws {
    let sandbox = try Sandbox.standing {
      $0.pace = .init(longestPause: .milliseconds(20), heartbeat: .milliseconds(1))
    }
    let text = try await sandbox.get("/deals/stream", ["packets": "3"]).text
    #expect(text.contains("\n: still here\n\n"))
    #expect(Event.all(in: text).count == 3)
  }

  @Test(.timeLimit(.minutes(5))) func `ends in good order when the server stops`() async throws {
    let sandbox = try Sandbox.standing { $0.pace = .init(longestPause: .seconds(600)) }
    let group = ServiceGroup(
      configuration: .init(
        services: [Listener(sandbox: sandbox)], logger: Logger(label: "listener")))
    async let run: Void = group.run()
    while await sandbox.state.requests(at: "/deals").isEmpty { await Task.yield() }
    await group.triggerGracefulShutdown()
    try await run
  }

  @Test(arguments: [
    ("duplicates", 200), ("older", 200), ("huge", 77_000), ("missing_ids", 100), ("broken", nil),
    ("empty", nil), ("long_line", 100),
  ]) func `has one wrong packet where it is asked for`(flaw: String, rows: Int?) async throws {
    let reply = try await Sandbox.standing().get("/deals/stream", ["packets": "4", "flaw": flaw])
    let blocks = reply.text.split(separator: "\n\n").filter { $0.contains("id: ") }
    #expect(blocks.count == 4)
    let data = blocks[2].split(separator: "\n").first { $0.hasPrefix("data: ") }?.dropFirst(6)
    let read = try? JSONSerialization.jsonObject(with: Data((data ?? "").utf8)) as? [[String: Any]]
    #expect((read?.count ?? 0) >= rows ?? 0 && (read == nil) == (rows == nil))
  }

  @Test func `closes the connection in the middle of a packet, and once`() async throws {
    let sandbox = try Sandbox.standing()
    let resumed = try await sandbox.get(
      "/deals/stream", ["packets": "2", "flaw": "closed", "after": "2"])
    #expect(Event.all(in: resumed.text).map(\.id) == ["3", "4"])
  }

  @Test(arguments: [
    ("after", "-1"), ("after", "x"), ("packets", "-1"), ("longest_pause", "no"), ("flaw", "x"),
  ])
  func `refuses a parameter it cannot read`(name: String, value: String) async throws {
    let reply = try await Sandbox.standing().get("/deals/stream", [name: value])
    #expect(reply.status == 400)
  }
}

/// A client that listens until the stream ends.
private struct Listener: Service {
  let sandbox: Sandbox

  func run() async throws {
    let reply = try await sandbox.get("/deals/stream")
    #expect(reply.text == ": synthetic deals\n\n")
  }
}

/// A server-sent event.
private struct Event: Equatable {
  let id: String
  let data: String

  static func all(in text: String) -> [Event] {
    text.split(separator: "\n\n").filter { !$0.hasPrefix(":") }.map { block in
      let lines = block.split(separator: "\n")
      return Event(
        id: String(lines[0].dropFirst("id: ".count)),
        data: String(lines[1].dropFirst("data: ".count)))
    }
  }
}
