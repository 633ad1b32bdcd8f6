import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The map of a dataset` {
  private func page(_ path: String) async throws -> (status: Int, text: String) {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: path, method: .get)
      return (answer.status.code, String(buffer: answer.body))
    }
  }

  @Test func `is drawn on the server, with land, marks and ways to move it`() async throws {
    let (status, text) = try await page("/stones/map")
    #expect(status == 200)
    #expect(text.contains("248 places of 250 records"))
    #expect(text.contains("<path class=\"land\""))
    #expect(text.matches(of: /class="cluster"/).count == 1)
    #expect(text.contains(">248</text>"))
    #expect(text.matches(of: /data-move="[a-z]+"/).count == 7)
    #expect(text.contains("Outlines: Natural Earth"))
    #expect(text.contains("source=\"/stones/map.json\""))
  }

  @Test func `follows the list's filters, search and views`() async throws {
    #expect(try await page("/stones/map?fall=Fell").text.contains("124 places"))
    #expect(try await page("/stones/map?q=stone+248").text.contains("1 place<"))
    let view = try await page("/stones/map?view=fell_lately").text
    #expect(view.contains("source=\"/stones/map.json?fall=Fell&amp;year.min=2011\""))
    #expect(view.contains("href=\"/stones/map?year.min=2011\""))
    let list = try await page("/stones?fall=Fell&offset=20&sort=name").text
    #expect(list.contains("<a href=\"/stones/map?sort=name&amp;fall=Fell\">"))
  }

  @Test func `says so where nothing has a place`() async throws {
    let (status, text) = try await page("/stones/map?id=bare")
    #expect(status == 200 && text.contains("No known place to show."))
    #expect(text.contains("0 places of 1 record"))
  }

  @Test func `opens the card of a record, and names the others in its place`() async throws {
    let (_, text) = try await page("/stones/map?fall=Found&map-id=s1")
    #expect(text.contains("<h2><a href=\"/stones/s1\">Stone 1</a></h2>"))
    #expect(text.contains("mlat=54.81667&amp;mlon=-61.11667"))
    #expect(text.contains("And 123 more in the very same place:"))
    #expect(text.matches(of: /<li><a href="\/stones\/s/).count == MapCardMaker.named)
    #expect(text.contains("class=\"map-close\" href=\"/stones/map?fall=Found\""))
  }

  @Test(arguments: [
    ("/stones/map?map-id=none", 404), ("/stones/map?map-id=bare", 200), ("/lands/map", 404),
    ("/lands/map.json", 404), ("/nothing/map", 404), ("/stones/map?map-at=91,0,3", 400),
    ("/stones/map?map-at=1,181,3", 400), ("/stones/map?map-at=1,1,15", 400),
    ("/stones/map?map-at=nan,1,1", 400), ("/stones/map?map-at=1,1", 400),
    ("/stones/map?map-at=1,1,1,1", 400), ("/stones/map?map-at=", 200),
    ("/stones/map?map-at=%00", 400), ("/stones/map?map-id=%ED%A0%80", 400),
    ("/stones/map?map-at=90,180,14", 200), ("/stones/map?map-at=-90,-180,0", 200),
    ("/stones/map?nothing=1", 400), ("/stones/map.json?map-at=1,1,1", 400),
    ("/stones/map?q=%F0%9F%92%A5", 200),
  ])
  func `answers what it is asked wrongly`(path: String, status: Int) async throws {
    let answer = try await page(path)
    #expect(answer.status == status)
    #expect(!answer.text.contains("Something went wrong"))
  }

  @Test func `leads closer with every step, without a script`() async throws {
    var path = "/stones/map?map-at=10,20,2"
    for zoom in [3, 4, 5] {
      let text = try await page(path).text
      let closer = try #require(
        text.firstMatch(of: /<a class="button" href="([^"]+)" data-move="closer"/))
      path = String(closer.1)
      #expect(path == "/stones/map?map-at=10%2C20%2C\(zoom)")
    }
  }

  @Test func `gives places by column, in the order of the query, with the credit`() async throws {
    let body = try await page("/stones/map.json?mass.max=300").text
    let places = try JSONDecoder().decode(Places.self, from: Data(body.utf8))
    #expect(places.dataset == "stones")
    #expect(places.ids == ["s3", "s2", "s1"])
    #expect(places.places == [54.81667, -61.11667, 54.81667, -61.11667, 54.81667, -61.11667])
    #expect(places.total == 4 && places.placed == 3)
    #expect(places.credit.licence == "CC0")
  }

  private struct Places: Decodable {
    let dataset: String
    let total: Int
    let placed: Int
    let ids: [String]
    let places: [Double]
    let credit: CreditBody

    struct CreditBody: Decodable { let licence: String }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A map on any page` {
  @Test func `stands on the page of a record whose place is known`() async throws {
    let (with, without) = try await TrialLibrary.ask { client in
      let with = try await client.execute(uri: "/stones/s1", method: .get)
      let without = try await client.execute(uri: "/stones/bare", method: .get)
      return (String(buffer: with.body), String(buffer: without.body))
    }
    #expect(with.contains("<almanac-map") && with.contains("<path class=\"land\""))
    #expect(with.contains("href=\"/stones/map?map-id=s1\""))
    #expect(!without.contains("<almanac-map"))
  }

  @Test func `shows places with their links, and a line over 180° in one piece`() async throws {
    try await TrialLibrary.with { website in
      let fiji = try #require(Point(latitude: -18, longitude: 178))
      let samoa = try #require(Point(latitude: -13.8, longitude: -171.8))
      let figure = website.figure(
        places: [
          MapFigure.Place(point: fiji, label: "<b> & \"Suva\"", href: "/a?b=1&c=2"),
          MapFigure.Place(point: samoa, label: "Apia"),
        ], line: [fiji, samoa], words: website.languages.english, label: "A line")
      #expect(figure.svg.contains("&lt;b&gt; &amp; &quot;Suva&quot;"))
      #expect(figure.svg.contains("href=\"/a?b=1&amp;c=2\""))
      let way = try #require(figure.svg.firstMatch(of: /class="way"[^>]*d="([^"]+)"/))
      #expect(way.1.count { $0 == "M" } == 1)
      let spots = figure.svg.matches(of: /<circle cx="([0-9.]+)"/).compactMap { Double($0.1) }
      #expect(spots.count == 2 && spots[1] - spots[0] > 100)
      #expect(spots.allSatisfy { (100...540).contains($0) })
      #expect(figure.places.hasPrefix("[[-18,178,\"<b> & \\\"Suva\\\"\",\"/a?b=1&c=2\"]"))
      #expect(figure.line == "[[-18,178],[-13.8,-171.8]]")
    }
  }

  @Test func `is the whole world where there is nothing to show`() async throws {
    try await TrialLibrary.with { website in
      let figure = website.figure(
        places: [], words: website.languages.english, label: "Nothing")
      #expect(figure.view.hasSuffix(" 0.0"))
      #expect(figure.svg.contains("<path class=\"land\""))
    }
  }
}
