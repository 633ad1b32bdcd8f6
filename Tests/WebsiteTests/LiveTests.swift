import AlmanacDeclarations
import AlmanacStorage
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import AlmanacEngine
@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `Live windows over the web` {
  @Test func `tell the window, what changes in it, and how the dataset is`() async throws {
    try await Self.serve { website, port in
      let reader = try EventReader(port: port, path: "/trades/live?sort=id&limit=2")
      try await reader.read { $0.contains("event: window") && $0.contains("event: status") }
      #expect(reader.text.hasPrefix("HTTP/1.1 200 OK"))
      #expect(reader.text.contains("Content-Type: text/event-stream"))
      #expect(reader.text.contains("Cache-Control: no-store"))
      #expect(reader.text.contains("X-Accel-Buffering: no"))
      #expect(reader.text.contains("retry: 1000"))
      let window = try #require(try reader.events("window").first)
      #expect(window.id == window.data["version"] as? String)
      #expect(window.data["total"] as? Int == 3 && window.data["offset"] as? Int == 0)
      try await Self.change(website) { $0.filter { $0.id != .integer(1) } }
      try await reader.read { $0.contains("event: change") }
      let change = try #require(try reader.events("change").first)
      #expect(change.data["since"] as? String == window.id)
      #expect(change.data["remove"] as? [Int] == [1] && change.data["total"] as? Int == 2)
      let insert = try #require((change.data["insert"] as? [[String: Any]])?.first)
      #expect(insert["at"] as? Int == 1 && insert["arrived"] == nil)
      #expect((insert["row"] as? [String: Any])?["id"] as? Int == 3)
      let status = try #require(try reader.events("status").first)
      #expect(Set(status.data.keys) == ["isLive", "rate", "count", "lines", "trouble"])
      #expect(status.id == nil && status.data["isLive"] as? Bool == false)
    }
  }

  @Test func `write rows as the page does, for who asks for HTML`() async throws {
    try await Self.serve { _, port in
      let reader = try EventReader(port: port, path: "/trades/live?rows-as=html&limit=1")
      try await reader.read { $0.contains("event: window") && $0.contains("event: status") }
      let rows = try #require(try reader.events("window").first?.data["rows"] as? [[String: Any]])
      let html = try #require(rows.first?["html"] as? String)
      #expect(html.hasPrefix("<tr data-id=\"") && html.contains("<time datetime=\"20"))
      let list = try EventReader(port: port, path: "/trades", headers: ["Connection: close"])
      try await list.readToEnd()
      #expect(list.text.contains(html))
    }
  }

  @Test func `send no window again to who comes back with its version`() async throws {
    try await Self.serve { website, port in
      let first = try EventReader(port: port, path: "/trades/live?sort=id")
      try await first.read { $0.contains("event: window") && $0.contains("event: status") }
      let version = try #require(try first.events("window").first?.id)
      let back = try EventReader(
        port: port, path: "/trades/live?sort=id", headers: ["Last-Event-ID: \(version)"])
      try await back.read { $0.contains("event: status") }
      #expect(try back.events("window").isEmpty)
      try await Self.change(website) { Array($0.dropLast()) }
      try await back.read { $0.contains("event: change") }
      #expect(try back.events("change").first?.data["since"] as? String == version)
      let stale = try EventReader(
        port: port, path: "/trades/live?sort=id&last-version=\(version)")
      try await stale.read { $0.contains("event: window") }
    }
  }

  @Test func `are one document for who takes nothing but JSON`() async throws {
    try await TrialLibrary.ask { client in
      let json: HTTPFields = [.accept: "application/json"]
      let answer = try await client.execute(
        uri: "/stones/live?sort=name&limit=3&anchor-id=s7&anchor-lead=1", method: .get,
        headers: json)
      #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
      let body = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView))
      let rows = try #require((body as? [String: Any])?["rows"] as? [[String: Any]])
      #expect(rows.count == 3 && rows[1]["id"] as? String == "s7")
      let past = try await client.execute(
        uri: "/stones/live?offset=1000000&limit=3", method: .get, headers: json)
      let text = String(buffer: past.body)
      #expect(text.contains("\"total\":250,\"offset\":1000000,\"rows\":[]"))
      let head = try await client.execute(uri: "/stones/live", method: .head, headers: json)
      #expect(head.status == .ok && head.body.readableBytes == 0)
    }
  }

  @Test(arguments: [
    ("limit=0", "limit"), ("limit=1000000000", "limit"), ("offset=-1", "offset"),
    ("nope=1", "nope"), ("sort=nope", "sort"), ("mass.min=heavy", "mass.min"),
    ("anchor-id=s1&anchor-lead=-1", "anchor-lead"), ("anchor-lead=1", "anchor-lead"),
    ("anchor-id=s1&anchor-lead=100", "anchor-lead"), ("rows-as=xml", "rows-as"),
  ])
  func `refuse what they do not understand before they begin`(query: String, parameter: String)
    async throws
  {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: "/stones/live?\(query)", method: .get)
      #expect(answer.status == .badRequest)
      #expect(answer.headers[.contentType] == "application/problem+json")
      let body = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView))
      #expect((body as? [String: Any])?["parameter"] as? String == parameter)
    }
  }

  @Test func `are read with GET or HEAD, of datasets that exist`() async throws {
    try await TrialLibrary.ask { client in
      let head = try await client.execute(uri: "/stones/live", method: .head)
      #expect(head.status == .ok && head.headers[.contentType] == "text/event-stream")
      #expect(head.headers[.contentLength] == nil && head.body.readableBytes == 0)
      let post = try await client.execute(uri: "/stones/live", method: .post)
      #expect(post.status == .methodNotAllowed)
      let none = try await client.execute(uri: "/none/live", method: .get)
      #expect(none.status == .notFound)
      #expect(none.headers[.contentType] == "application/problem+json")
    }
  }

  @Test func `say that they are alive when nothing happens`() async throws {
    try await Self.serve {
      $0.heartbeat = .milliseconds(60)
    } _: { _, port in
      let reader = try EventReader(port: port, path: "/trades/live")
      try await reader.read { $0.components(separatedBy: ":\n\n").count > 3 }
    }
  }

  @Test func `are so many at once and no more, and free again when readers leave`() async throws {
    try await Self.serve {
      $0.limit = 2
    } _: { website, port in
      var readers = try (0..<2).map { _ in try EventReader(port: port, path: "/trades/live") }
      for reader in readers { try await reader.read { $0.contains("event: window") } }
      let third = try EventReader(port: port, path: "/trades/live", headers: ["Connection: close"])
      try await third.readToEnd()
      #expect(third.text.hasPrefix("HTTP/1.1 503") && third.text.contains("Retry-After: 10"))
      readers.removeAll()
      let table = try #require(website.library.table("trades"))
      try await Self.until { table.liveReaders.readers == 0 }
      let next = try EventReader(port: port, path: "/trades/live")
      try await next.read { $0.contains("event: window") }
    }
  }

  @Test func `keep nothing for a reader who never reads but the newest window`() async throws {
    try await Self.serve { website, port in
      let table = try #require(website.library.table("stones"))
      let idle = try EventReader(port: port, path: "/stones/live?limit=1000&rows-as=html")
      let reader = try EventReader(port: port, path: "/stones/live?limit=1")
      try await Self.until { table.liveReaders.readers == 2 }
      for number in 0..<40 {
        let before = reader.text.components(separatedBy: "event: change").count
        try await Self.change(website, "stones") { Self.renamed($0, number) }
        try await reader.read { $0.components(separatedBy: "event: change").count > before }
      }
      // Its change events would come to about 10 MB; sockets take a part, the mailbox one update.
      let told = try #require(website.library.table("stones")).liveReaders.updates
      #expect(told < 40 + 40 && table.liveReaders.readers == 2)
      try await idle.read { $0.contains(">stone 39 ") }
    }
  }

  @Test func `end when the server shuts down, as a whole answer`() async throws {
    let (ports, serving) = AsyncStream.makeStream(of: Int.self)
    let (steps, step) = AsyncStream.makeStream(of: Void.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        defer { step.finish() }
        let port = try #require(await ports.first { _ in true })
        let reader = try EventReader(port: port, path: "/trades/live")
        try await reader.read { $0.contains("event: window") }
        step.yield()
        try await reader.readToEnd()
        #expect(reader.text.hasSuffix("0\r\n\r\n"))
      }
      try await Self.serve { _, port in
        serving.yield(port)
        _ = await steps.first { _ in true }
      }
      try await group.waitForAll()
    }
  }

  @Test func `are counted in the measurements`() async throws {
    try await Self.serve { _, port in
      let reader = try EventReader(port: port, path: "/trades/live")
      try await reader.read { $0.contains("event: window") }
      let metrics = try EventReader(port: port, path: "/metrics", headers: ["Connection: close"])
      try await metrics.readToEnd()
      #expect(metrics.text.contains("almanac_live_subscribers{dataset=\"trades\"} 1"))
      #expect(metrics.text.contains("almanac_live_updates_total{dataset=\"trades\"} 1"))
    }
  }

  private static func serve<Value: Sendable>(
    _ change: (inout LiveService.Options) -> Void = { _ in },
    _ body: @Sendable (Website, Int) async throws -> Value
  ) async throws -> Value {
    var options = Website.Options(port: 0, share: TrialLibrary.share, version: "1.2.3")
    change(&options.live)
    return try await TrialLibrary.with(options: options) { website in
      try await website.application(logger: Logger(label: "test")).test(.live) { client in
        try await body(website, try #require(client.port))
      }
    }
  }

  /// Makes other records the copy, as a sync does.
  private static func change(
    _ website: Website, _ dataset: String = "trades", _ body: ([Record]) -> [Record]
  ) async throws {
    let table = try #require(website.library.table(dataset))
    let records = body(try table.store.records(.ordered([], [], 0, .max)).rows)
    try await table.store.beginStaging()
    try await table.store.stage { add in for record in records { try add(record) } }
    _ = try await table.store.apply(
      .full, state: try table.store.state(), at: TrialLibrary.now)
    table.hub.changed()
  }

  private static func renamed(_ records: [Record], _ number: Int) -> [Record] {
    records.enumerated().map { index, record in
      var record = record
      let ballast = String(repeating: "x", count: 800)
      record.values[0] = .text("stone \(number) of \(index), \(ballast)")
      return record
    }
  }

  private static func until(_ condition: () -> Bool) async throws {
    for _ in 0..<1000 {
      if condition() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw EventReader.Unexpected(text: "it never came")
  }
}
