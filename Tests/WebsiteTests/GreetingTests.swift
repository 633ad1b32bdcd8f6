import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `A record that greets` {
  /// Asks for a greeting, of the first record unless another is drawn.
  private static func greeting(
    _ path: String = "/greeting.json", draw: @escaping @Sendable (Int) -> Int = { _ in 0 }
  ) async throws -> GreetingBody {
    try await TrialLibrary.with(draw: draw) { website in
      try await website.application(logger: Logger(label: "test")).test(.router) { client in
        let answer = try await client.execute(uri: path, method: .get)
        #expect(answer.status == .ok)
        #expect(answer.headers[.cacheControl] == "no-store")
        return try JSONDecoder().decode(
          GreetingBody.self, from: Data(answer.body.readableBytesView))
      }
    }
  }

  @Test func `tells its name, the declared facts and where its page is`() async throws {
    let greeting = try await Self.greeting()
    #expect(greeting.dataset == "lands")
    #expect(greeting.title == "Aland")
    #expect(greeting.href == "/lands/AA")
    #expect(greeting.after == 2000)
    #expect(greeting.facts.map(\.title) == ["Capitals", "Population"])
    #expect(greeting.facts.map(\.text) == ["Acity, Other", "1"])
  }

  @Test func `has a card that leads to its page`() async throws {
    let card = try await Self.greeting().card
    #expect(card.contains(#"<a href="/lands/AA">Aland</a>"#))
    #expect(card.contains("Lands · a random record"))
    #expect(card.contains("<dt>Capitals</dt><dd>Acity, Other</dd>"))
    #expect(!card.contains("[words") && !card.contains("{{"))
  }

  @Test func `leaves out what it lacks, and is drawn where it has no picture`() async throws {
    let greeting = try await Self.greeting { $0 - 1 }
    #expect(greeting.title == "Eland")
    #expect(greeting.facts == [])
    #expect(greeting.card.contains(#"<span class="picture drawn" aria-hidden="true">EE</span>"#))
  }

  @Test(arguments: ["pl", "sk", "ru"]) func `speaks the page's language`(code: String) async throws
  {
    let card = try await Self.greeting("/greeting.json?lang=\(code)").card
    #expect(!card.contains("random record"))
    #expect(!card.contains("Show no more"))
  }

  @Test func `is drawn among all records`() async throws {
    let titles = try await (0..<5).asyncMap { number in
      try await Self.greeting { $0 == 5 ? number : 0 }.title
    }
    #expect(titles == ["Aland", "Bland", "Cland", "Dland", "Eland"])
  }

  @Test func `greets on every page but those of problems, until it is switched off`() async throws {
    try await TrialLibrary.ask { client in
      for (path, cookie, greets) in [
        ("/", "", true), ("/lands", "greeting=on", true), ("/", "greeting=off", false),
        ("/lands/AA", "units=mi; greeting=off", false), ("/nothing", "", false),
      ] {
        let page = try await client.execute(uri: path, method: .get, headers: [.cookie: cookie])
        let text = String(buffer: page.body)
        #expect(text.contains("<almanac-greeting") == greets, "\(path) \(cookie)")
      }
    }
  }

  @Test(arguments: ["on", "off"]) func `is switched by the preferences`(choice: String) async throws
  {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(
        uri: "/preferences", method: .post,
        body: ByteBuffer(string: "back=%2Fnotifications&greeting=\(choice)"))
      #expect(answer.status == .seeOther)
      #expect(answer.headers[.location] == "/notifications")
      #expect(answer.headers[.setCookie]?.hasPrefix("greeting=\(choice); Path=/;") == true)
      let page = try await client.execute(
        uri: "/notifications", method: .get, headers: [.cookie: "greeting=\(choice)"])
      let pressed = #"<button name="greeting" value="\#(choice)" aria-pressed="true">"#
      #expect(String(buffer: page.body).contains(pressed))
    }
  }

  @Test func `is switched by on and off alone`() async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(
        uri: "/preferences", method: .post, body: ByteBuffer(string: "greeting=maybe"))
      #expect(answer.status == .badRequest)
      #expect(answer.headers[.setCookie] == nil)
    }
  }

  @Test func `is none where no dataset declares it`() async throws {
    try await PeaksTrial.ask { client, _ in
      let answer = try await client.execute(uri: "/greeting.json", method: .get)
      #expect(answer.status == .noContent)
      for path in ["/", "/notifications"] {
        let page = try await client.execute(uri: path, method: .get)
        #expect(!String(buffer: page.body).contains("greeting"))
      }
    }
  }
}

extension Sequence where Element: Sendable {
  /// The results of an asynchronous body, one after another.
  fileprivate func asyncMap<Result>(
    _ body: (Element) async throws -> Result
  ) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
