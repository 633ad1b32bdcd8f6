import AlmanacDeclarations
import AlmanacEngine
import Foundation
import Testing

@testable import AlmanacWebsite

@Suite struct `What a table needs to stay live` {
  let words: Catalogue

  init() throws {
    words = try Catalogue(
      contentsOf: TrialLibrary.share.appending(path: "words").appending(path: "en.json"))
  }

  private func note(_ query: TableQuery, ofAll: String? = nil) -> LiveNote {
    let window = Window(version: "a-7", total: 1_000_412, offset: query.offset, rows: [])
    return LiveNote(dataset: "deals", query: query, window: window, ofAll: ofAll, words: words)
  }

  @Test func `is the order and the conditions of its rows, without a place among them`() {
    let query = TableQuery(
      sort: [SortTerm(field: "price", descending: true)],
      filters: [Filter(field: "side", test: .equals(.text("buy")))], search: "eur", offset: 500,
      limit: 20)
    #expect(note(query).address == "/deals/live?q=eur&sort=-price&side=buy")
    #expect(note(TableQuery(offset: 500)).address == "/deals/live")
    #expect(note(query).offset == 500)
  }

  @Test func `is every phrase that scripts say, in all its forms`() throws {
    let phrases = try JSONDecoder().decode(
      [String: Catalogue.Phrase].self, from: Data(note(TableQuery()).phrases.utf8))
    #expect(Set(phrases.keys) == Set(LiveNote.keys))
    #expect(phrases == words.phrases.filter { LiveNote.keys.contains($0.key) })
  }

  /// What answers in the server's stead, `kept-…`, has all words.
  @Test func `names no phrase that no script says`() throws {
    let keys =
      LiveNote.keys + SearchWords.keys + WatchNote.keys + NotificationsPage.keys
      + GreetingCard.keys
    let scripts = try `The catalogue of words`.texts("share/scripts", ".js", without: "kept-")
      .joined()
    let sides = ["live.above", "live.below"]
    let said = keys.filter { key in
      sides.contains(key) || key.hasPrefix("date.month.") || scripts.contains("\"\(key)\"")
    }
    #expect(said == keys)
    let asked = Set(scripts.matches(of: /(?:say|count)\([^"()]*"([a-z_.]+)"/).map { String($0.1) })
    #expect(asked.subtracting(keys + MapPhrases.keys + DeviceWords.all).sorted() == [])
    #expect(asked.count > 10)
  }
}

@Suite struct `Scripts that import one another` {
  @Test func `stand beside one another, under one digest`() throws {
    let assets = try Assets(Share(given: TrialLibrary.share))
    let scripts = assets.files.filter { $0.key.hasSuffix(".js") }
    #expect(Set(scripts.values.map(\.digest)).count == 1)
    for (name, file) in scripts {
      let text = String(decoding: file.bytes, as: UTF8.self)
      for imported in text.matches(of: /"\.\/([a-z-]+\.js)"/) {
        #expect(scripts[String(imported.1)] != nil, "\(name) imports \(imported.1)")
      }
    }
  }
}
