import AlmanacDeclarations
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacEngine
@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The page of a search` {
  private func text(_ path: String) async throws -> String {
    try await TrialLibrary.ask { client in
      String(buffer: try await client.execute(uri: path, method: .get).body)
    }
  }

  @Test func `shows what each dataset has, with its count and its age`() async throws {
    let page = try await text("/search?q=and")
    #expect(page.contains(#"<a href="/lands?q=and">Lands</a> <span class="tally">5</span>"#))
    #expect(page.contains("Copy that came with Almanac"))
    #expect(page.contains("<span class=\"tally\">5 results in 1 dataset</span>"))
  }

  @Test func `shows the first rows, and leads to all in the dataset's list`() async throws {
    let page = try await text("/search?q=stone%201")
    #expect(page.matches(of: /<li class="entry">/).count == 8)
    let all = try #require(page.firstMatch(of: /href="([^"]+)">All (\d+) in Stones</))
    #expect(all.1 == "/stones?q=stone%201")
    let list = try await text(String(all.1))
    #expect(list.contains("\(all.2) of 250 records"))
  }

  @Test func `marks what was found, and escapes around it`() async throws {
    let page = try await text("/search?q=bare")
    #expect(page.contains("<mark>Bare</mark> &lt;&amp;&quot;&#39;&gt; stone"))
  }

  @Test func `tells by which other text a record was found`() async throws {
    let page = try await TrialLibrary.with { website in
      let lands = try #require(website.library.dataset("lands"))
      let found = try await website.library.find("aland", in: "lands")
      var row = try #require(found.rows.first)
      row.marks = [FoundMark(field: "other", index: 0, text: "Ą & co", ranges: [0..<2])]
      let entries = EntryMarkup(
        dataset: lands, words: website.languages.english, picture: { _ in nil },
        marks: MarkedTexts([row]))
      var markup = Markup()
      entries.write(link: row.record, into: &markup)
      return markup.text
    }
    #expect(page.contains("Aland</span> <span class=\"also\"><mark>Ą</mark> &amp; co</span>"))
  }

  @Test func `says that nothing was found, and keeps what was typed`() async throws {
    let page = try await text("/search?q=%3Cnothing%3E")
    #expect(page.contains("Nothing found for “&lt;nothing&gt;”."))
    #expect(page.contains(#"value="&lt;nothing&gt;""#))
  }

  @Test func `offers the datasets before anything is typed`() async throws {
    for path in ["/search", "/search?q=", "/search?q=%20"] {
      let page = try await text(path)
      #expect(page.contains(#"<a class="line" href="/trades">"#))
      #expect(!page.contains("class=\"empty\""))
    }
  }

  @Test(arguments: [
    "/search?x=1", "/search?q=a&in=stones", "/search?q=%ED%A0%80",
  ]) func `refuses what it does not understand`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: path, method: .get)
      #expect(answer.status == .badRequest)
    }
  }

  @Test(arguments: [
    "%00%01", "%E2%80%AE%D7%A9%D7%9C%D7%95%D7%9D", "%F0%9F%8C%8D", "%25%25", "OR%201%3D1%3B--",
    "%22%2A%3A%5E", "%EF%BF%BF",
  ]) func `answers whatever is typed`(query: String) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: "/search?q=" + query, method: .get)
      #expect(answer.status == .ok)
    }
  }
}

@Suite struct `Marked texts` {
  private func written(_ text: String, _ parts: [Range<Int>]) -> String {
    var markup = Markup()
    markup.add(text, marked: parts)
    return markup.text
  }

  @Test func `wrap each part in a mark and escape all of it`() {
    #expect(written("a<b>c", [1..<4]) == "a<mark>&lt;b&gt;</mark>c")
    #expect(written("Łódź", [0..<2, 5..<7]) == "<mark>Ł</mark>ód<mark>ź</mark>")
    #expect(written("", []) == "")
  }

  @Test func `leave out parts that overlap or lie outside`() {
    #expect(written("abcd", [0..<2, 1..<3, 3..<9]) == "<mark>ab</mark>cd")
  }

  @Test func `stand in rows of tables, too`() async throws {
    try await TrialLibrary.ask { client in
      let page = try await client.execute(uri: "/stones?q=odd&sort=name", method: .get)
      #expect(String(buffer: page.body).contains("<mark>Odd</mark> key</a>"))
      let rows = try await client.execute(
        uri: "/stones/live?q=odd&rows-as=html", method: .get,
        headers: [.accept: "application/json"])
      #expect(String(buffer: rows.body).contains("<mark>Odd<"))
    }
  }
}
