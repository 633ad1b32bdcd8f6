import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `Subscriptions on the web` {
  private static let endpoint = "https://93.184.215.14/push/secret"

  private static func wish(_ watch: String, endpoint: String = endpoint) -> ByteBuffer {
    ByteBuffer(
      string: """
        {"subscription":{"endpoint":"\(endpoint)","expirationTime":null,"keys":{"p256dh":\
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",\
        "auth":"BTBZMqHH6r4Tts7J_aSIgg"}},"watch":\(watch)}
        """)
  }

  /// Runs a test with a client, and the address of a browser at a push service on loopback.
  private static func ask(
    status: HTTPResponse.Status = .created,
    _ body: @Sendable @escaping (any TestClientProtocol, String) async throws -> Void
  ) async throws {
    let router = Router()
    router.post("/push/{id}") { _, _ in status }
    let service = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)))
    try await service.test(.live) { push in
      let endpoint = "http://127.0.0.1:\(push.port ?? 0)/push/secret"
      try await TrialLibrary.ask(allowing: ["127.0.0.1"]) { try await body($0, endpoint) }
    }
  }

  private static func body(_ answer: TestResponse) throws -> SubscriptionBody {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(SubscriptionBody.self, from: Data(answer.body.readableBytesView))
  }

  @Test(arguments: [
    (#"{"dataset":"stones"}"#, "Stones", "/stones/changes"),
    (#"{"dataset":"stones","id":"a/b c"}"#, "Odd key", "/stones/a%2Fb%20c"),
    (
      #"{"dataset":"stones","query":"q=iron&mass.min=5&offset=20"}"#,
      "Stones: iron, Mass from 5\u{a0}g", "/stones?q=iron&mass.min=5.0"
    ),
  ])
  func `are made, read and ended by who knows their id`(
    _ watch: String, _ title: String, _ address: String
  ) async throws {
    try await Self.ask { client, endpoint in
      let made = try await client.execute(
        uri: "/subscriptions", method: .post, body: Self.wish(watch, endpoint: endpoint))
      #expect(made.status == .created)
      let subscription = try Self.body(made)
      #expect(subscription.title == title)
      #expect(subscription.href == address)
      #expect(subscription.state == .live)
      #expect(subscription.id.count >= 32)
      let path = "/subscriptions/\(subscription.id)"
      #expect(made.headers[.location] == path + ".json")
      let again = try await client.execute(
        uri: "/subscriptions", method: .post, body: Self.wish(watch, endpoint: endpoint))
      #expect(again.status == .ok)
      let repeated = try Self.body(again)
      #expect(repeated.id == subscription.id)
      let read = try await client.execute(uri: path + ".json", method: .get)
      #expect(read.status == .ok)
      #expect(read.headers[.cacheControl] == "no-store")
      let text = String(buffer: read.body)
      #expect(!text.contains("secret") && !text.contains("BCVxsr7N") && !text.contains("BTBZ"))
      let ended = try await client.execute(uri: path, method: .delete)
      #expect(ended.status == .noContent)
      let gone = try await client.execute(uri: path + ".json", method: .get)
      #expect(gone.status == .notFound)
      #expect(gone.headers[.contentType] == "application/problem+json")
    }
  }

  @Test func `are kept for none of another site's pages`() async throws {
    try await TrialLibrary.ask { client in
      for (method, path) in [
        (HTTPRequest.Method.post, "/subscriptions"), (.delete, "/subscriptions/1"),
        (.post, "/subscriptions/1/test"),
      ] {
        let answer = try await client.execute(
          uri: path, method: method, headers: [.origin: "https://elsewhere.example"],
          body: Self.wish(#"{"dataset":"stones"}"#))
        #expect(answer.status == .forbidden, "\(method) \(path)")
      }
    }
  }

  @Test(arguments: [
    "http://93.184.215.14/1", "https://127.0.0.1/1", "https://[::1]/1", "https://10.1.2.3/1",
    "https://169.254.169.254/latest", "https://user@93.184.215.14/", "https:///1", "nothing",
  ])
  func `go to no address that is none of the public web`(_ endpoint: String) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(
        uri: "/subscriptions", method: .post,
        body: Self.wish(#"{"dataset":"stones"}"#, endpoint: endpoint))
      #expect(answer.status == .badRequest)
      let problem = try JSONDecoder().decode(
        ProblemBody.self, from: Data(answer.body.readableBytesView))
      #expect(problem.parameter == "endpoint")
    }
  }

  @Test func `are refused beyond what one person may ask for, and told when to come back`()
    async throws
  {
    try await Self.ask { client, endpoint in
      var statuses: [HTTPResponse.Status: Int] = [:]
      for number in 1...30 {
        let answer = try await client.execute(
          uri: "/subscriptions", method: .post,
          body: Self.wish(#"{"dataset":"stones"}"#, endpoint: "\(endpoint)\(number)"))
        statuses[answer.status, default: 0] += 1
        guard answer.status == .tooManyRequests else { continue }
        #expect(answer.headers[.contentType] == "application/problem+json")
        #expect(answer.headers[.retryAfter] == "30")
      }
      #expect(statuses == [.created: 20, .tooManyRequests: 10])
    }
  }

  @Test(arguments: [HTTPResponse.Status.notFound, .badRequest, .internalServerError])
  func `are kept for no browser that took no first notification`(
    _ status: HTTPResponse.Status
  ) async throws {
    try await Self.ask(status: status) { client, endpoint in
      let answer = try await client.execute(
        uri: "/subscriptions", method: .post,
        body: Self.wish(#"{"dataset":"stones"}"#, endpoint: endpoint))
      #expect(answer.status == .unprocessableContent)
      #expect(String(buffer: answer.body).contains("first notification"))
    }
  }

  @Test(arguments: [
    ("203.0.113.9", "", "203.0.113.9"), ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
    ("2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
    ("2001:db8:1:2:ffff::1", "", "2001:db8:1:2::/64"), ("::ffff:203.0.113.9", "", "203.0.113.9"),
    ("::1", "", "::1"), ("127.0.0.1", "", "127.0.0.1"),
    ("127.0.0.1", "198.51.100.1", "198.51.100.1"),
    ("::ffff:127.0.0.1", "10.0.0.1, 198.51.100.1", "198.51.100.1"),
    ("127.0.0.1", "198.51.100.1, 10.9.9.9", "198.51.100.1"),
    ("127.0.0.1", "198.51.100.1, nonsense", "127.0.0.1"),
    ("127.0.0.1", "[2001:db8::7]:4711", "2001:db8:0:0::/64"), ("nonsense", "198.51.100.1", ""),
  ])
  func `count those who ask by their address, and through our own proxies alone by theirs`(
    _ peer: String, _ forwarded: String, _ key: String
  ) throws {
    var headers = HTTPFields()
    if !forwarded.isEmpty { headers[try #require(.init("X-Forwarded-For"))] = forwarded }
    let found = Client.$peer.withValue(peer) {
      Client.key(headers, proxies: ["127.0.0.1", "10.9.9.9"])
    }
    #expect(found == key)
  }

  @Test func `are offered on lists and records, with what is shown there`() async throws {
    try await TrialLibrary.ask { client in
      let offers = [
        ("/stones", #"<almanac-watch dataset="stones" words="#),
        ("/stones?q=stone&sort=name", #"<almanac-watch dataset="stones" query="q=stone" words="#),
        ("/stones/s1", #"<almanac-watch dataset="stones" record="s1" words="#),
      ]
      for (path, offer) in offers {
        let page = try await client.execute(uri: path, method: .get)
        #expect(String(buffer: page.body).contains(offer), "\(path)")
      }
    }
  }

  @Test func `have a worker at the root, which is asked for anew`() async throws {
    try await TrialLibrary.ask { client in
      let worker = try await client.execute(uri: "/service-worker.js", method: .get)
      #expect(worker.headers[.contentType] == "text/javascript; charset=utf-8")
      #expect(worker.headers[.cacheControl] == "no-cache")
      #expect(String(buffer: worker.body).contains("notificationclick"))
      let key = try await client.execute(uri: "/push/key", method: .get)
      #expect(String(buffer: key.body).wholeMatch(of: /[A-Za-z0-9_-]{87}/) != nil)
    }
  }

  @Test func `are told in words`() async throws {
    try await TrialLibrary.with { website in
      let dataset = try #require(website.library.dataset("stones"))
      let told = { (watch: Watch, changes: Notice.Changes) in
        let notice = Notice(dataset: dataset, watch: watch, news: .changes(changes))
        return NoticeWords.text(notice, in: "none", website.languages)
      }
      let record = try #require(try await website.library.table("stones")?.record(.text("s1")))
      var other = record
      other.values[0] = .text("Another")
      let change = Change(
        sequence: 1, sync: 1, id: .text("s1"), kind: .changed, old: other, new: record)
      var changes = Notice.Changes()
      (changes.changed, changes.newest) = (1, change)
      let one = told(.record(dataset: "stones", id: "s1"), changes)
      #expect(one == NoticeText(title: "Stone 1", body: "Changed: Name.", address: "/stones/s1"))
      changes.inserted = 2
      let all = told(.dataset("stones"), changes)
      #expect(all.title == "Stones")
      #expect(all.body == "2 new, 1 changed. The newest: Stone 1.")
      #expect(all.address == "/stones/changes")
    }
  }
}
