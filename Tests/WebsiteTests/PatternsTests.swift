import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The page of all components` {
  private func page(_ path: String = "/patterns") async throws -> String {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: path, method: .get)
      #expect(answer.status == .ok)
      return String(buffer: answer.body)
    }
  }

  @Test func `shows every template that a page is made of`() async throws {
    let used = MissingNames()
    try await TrialLibrary.with { website in
      let maker = PatternsPageMaker(
        website: website, samples: try PatternSamples(website.share),
        words: website.languages.english)
      let markup = maker.page().patterns.flatMap(\.specimens).map(\.markup).joined()
      for name in Self.told where !markup.contains(name) { used.add(name) }
    }
    #expect(used.all.sorted() == [])
  }

  /// A class of each component's own: what no specimen has is missing from the page.
  static let told = [
    "almanac-arrivals", "almanac-filling", "almanac-freshness", "almanac-map",
    "almanac-near-me", "almanac-pair", "almanac-palette", "almanac-search",
    "almanac-subscriptions", "almanac-table", "almanac-watch", "class=\"also\"",
    "class=\"candidates\"", "class=\"chips\"", "class=\"control\"", "class=\"credit\"",
    "class=\"differences\"", "class=\"disc", "class=\"drawn\"", "class=\"drift\"",
    "class=\"empty\"",
    "class=\"facts", "class=\"greeting\"", "class=\"greeting-choice\"", "class=\"pane-waiting\"",
    "class=\"preferences\"", "class=\"contents-of\"", "class=\"far\"", "class=\"farewell\"",
    "class=\"fold export\"",
    "class=\"jump\"", "class=\"language\"", "class=\"legend\"", "class=\"line\"",
    "class=\"live-bar\"", "class=\"map-card\"", "class=\"near\"", "class=\"neighbours\"",
    "class=\"notes\"", "class=\"pager\"", "class=\"picture drawn\"", "class=\"picture\"",
    "class=\"plate\"", "class=\"problem\"", "class=\"rows\"", "class=\"search-note\"",
    "class=\"see-also\"", "class=\"skeleton", "class=\"status\"", "class=\"tone-fall\"",
    "class=\"trouble\"", "class=\"unfolded\"", "class=\"units\"", "class=\"views\"",
  ]

  @Test func `names no element twice, whatever its specimens are made of`() async throws {
    let page = try await page()
    let names = page.matches(of: #/ id="([^"]+)"/#).map { String($0.1) }
    #expect(names.count > 60)
    let twice = Dictionary(grouping: names, by: \.self).filter { $0.value.count > 1 }
    #expect(twice.keys.sorted() == [])
  }

  @Test(arguments: ["en", "pl", "ru", "sk"])
  func `stands in every language, with every state named`(language: String) async throws {
    let page = try await page("/patterns?lang=\(language)")
    #expect(page.matches(of: /<figure class="specimen"/).count > 60)
    #expect(!page.contains("patterns.part.") && !page.contains("patterns.state."))
  }

  @Test func `is the same at every moment, so that pictures of it can be compared`() async throws {
    let first = try await page()
    let second = try await page()
    #expect(first == second)
    #expect(first.contains("Copy of today 06:12"))
  }

  @Test func `leads nowhere but to itself and takes what its forms send`() async throws {
    let page = try await page("/patterns?q=pol&sort=name")
    let specimens = page.split(separator: "<section class=\"pattern\"").dropFirst().joined()
      .components(separatedBy: "<footer")[0]
    let links = specimens.matches(of: #/ (?:href|action)="(/[^"?#]*)/#).map { String($0.1) }
    let elsewhere = Set(links).filter { link in
      !["/", "/preferences", "/notifications", "/search"].contains(link)
        && !["/patterns", "/~patterns~", "/-/"].contains(where: link.hasPrefix)
    }
    #expect(links.count > 100)
    #expect(elsewhere.sorted() == [])
  }

  @Test func `is led to from the page about this program`() async throws {
    #expect(try await page("/about").contains("href=\"/patterns\""))
  }
}
