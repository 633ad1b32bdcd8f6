import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `What a page says of a copy` {
  let words: Catalogue

  init() throws {
    words = try Catalogue(contentsOf: TrialLibrary.share.appending(path: "words/en.json"))
  }

  private func line(_ change: (inout DatasetStatus) -> Void = { _ in }) -> StatusLine {
    StatusLine(Statuses.make(change), words: words, now: TrialLibrary.now)
  }

  @Test func `is its age and its next check`() {
    #expect(line().count == "250 records")
    #expect(line().parts == ["Copy of today 06:12", "next check tomorrow 06:12"])
  }

  @Test func `is where it came from, when that is not the upstream`() {
    #expect(
      line { $0.origin = .snapshot }.age == "Copy that came with Almanac, of 21 November 2026")
    #expect(line { ($0.copyDate, $0.nextCheck) = (nil, nil) }.parts == ["No copy yet"])
  }

  @Test func `is the rate of a stream`() {
    let live = line {
      $0.stream = StreamStatus(isConnected: true, rate: 3179.6)
      $0.origin = .simulator
    }
    #expect(live.isLive)
    #expect(live.parts == ["Live, 3,180 a second", "synthetic, made by the built-in simulator"])
    let apart = line { $0.stream = StreamStatus(isConnected: false, rate: 0) }
    #expect(!apart.isLive)
    #expect(apart.age == "The stream is not connected")
  }

  @Test func `is what was set aside and what drifted`() {
    let told = line {
      $0.nextCheck = nil
      $0.setAside = [SetAsideCount(reason: "no key", count: 2, sample: "")]
      $0.drift = [DriftNote(.dropped("mass"), since: TrialLibrary.now)]
    }
    #expect(
      told.notes == ["2 records set aside (no key: 2)", "1 field changed at the source"])
  }

  @Test func `is what happened, what still works and what next`() async throws {
    let note = try await TrialLibrary.with { website in
      let dataset = try #require(website.library.dataset("stones"))
      let status = Statuses.make {
        $0.trouble = Trouble(
          kind: .failed, what: "example.org did not answer", since: TrialLibrary.now,
          nextAttempt: TrialLibrary.now + 3300)
      }
      return TroubleNote(status, of: dataset, words: words, now: TrialLibrary.now, acts: true)
    }
    #expect(note?.what == "Could not refresh Stones: example.org did not answer.")
    #expect(note?.still == "Showing the copy of today 06:12 with all 250 records.")
    #expect(note?.next == "Trying again today 15:00.")
    #expect(note?.retry == "/stones/retry")
    #expect(note?.accept == nil)
  }
}

@Suite struct `The steps of a pager` {
  @Test(
    arguments: [
      (0, 100, 45_716, [nil, nil, 100, 45_700]), (100, 100, 45_716, [0, 0, 200, 45_700]),
      (45_700, 100, 45_716, [0, 45_600, nil, nil]), (50, 100, 120, [0, 0, nil, 100]),
      (0, 100, 100, [nil, nil, nil, nil]), (0, 100, 0, [nil, nil, nil, nil]),
      (1_000_000, 100, 45_716, [0, 45_700, nil, 45_700]), (0, 1, 3, [nil, nil, 1, 2]),
    ] as [(Int, Int, Int, [Int?])])
  func `lead to where there are rows`(offset: Int, limit: Int, total: Int, steps: [Int?]) {
    let found = PageSteps(offset: offset, limit: limit, total: total)
    #expect([found.first, found.previous, found.next, found.last] == steps)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A list's page` {
  private func page(_ path: String) async throws -> String {
    try await TrialLibrary.ask { client in
      String(buffer: try await client.execute(uri: path, method: .get).body)
    }
  }

  @Test func `draws a picture that is not on this machine`() async throws {
    let lands = try await page("/lands")
    #expect(lands.contains("<span class=\"picture drawn\" aria-hidden=\"true\">AA</span>"))
  }

  @Test func `marks weight by a disc with a name`() async throws {
    let stones = try await page("/stones?limit=1")
    #expect(stones.contains("class=\"disc tone-strong\" title=\"big\""))
    #expect(stones.contains("24.8\u{A0}kg"))
  }

  @Test func `marks direction by an arrow on the first number`() async throws {
    let trades = try await page("/trades")
    #expect(trades.contains("<span class=\"tone-rise\">65.00<span class=\"sign\""))
    #expect(trades.contains("<span class=\"tone-fall\">65.01<span class=\"sign\""))
    #expect(trades.contains("21 Nov 2026, 14:02:50"))
  }

  @Test func `turns the order at a heading`() async throws {
    let usual = try await page("/stones")
    #expect(usual.contains("aria-sort=\"descending\"><a href=\"/stones?sort=mass\">Mass"))
    #expect(usual.contains("<a href=\"/stones?sort=name\">Name"))
    let turned = try await page("/stones?sort=mass&offset=100")
    #expect(turned.contains("aria-sort=\"ascending\"><a href=\"/stones\">Mass"))
    #expect(!usual.contains("sort=place"))
  }

  @Test func `shows its conditions and takes each off`() async throws {
    let stones = try await page("/stones?fall=Fell&year.min=2011&place.known=true&name=Stone%20240")
    #expect(stones.contains("Fall: fell"))
    #expect(stones.contains("Year from 2011"))
    #expect(stones.contains("Place known"))
    #expect(stones.contains("<input type=\"hidden\" name=\"name\" value=\"Stone 240\">"))
    #expect(stones.contains("<option value=\"Fell\" selected>fell</option>"))
    #expect(stones.contains("1 of 250 records"))
  }

  @Test func `shows its bounds as they are typed`() async throws {
    let stones = try await page("/stones?mass.min=1000&mass.max=1.5")
    #expect(stones.contains("name=\"mass.min\" value=\"1000\""))
    #expect(stones.contains("name=\"mass.max\" value=\"1.5\""))
    let trades = try await page("/trades?modified.min=2026-11-21T14:02:48Z")
    #expect(trades.contains("name=\"modified.min\" value=\"2026-11-21T14:02:48"))
  }

  @Test func `knows when a saved view is on`() async throws {
    let view = try await page("/stones?fall=Fell&year.min=2011")
    #expect(view.contains("<a href=\"/stones\" aria-current=\"true\">Fell lately</a>"))
    let usual = try await page("/stones")
    #expect(usual.contains("<a href=\"/stones?view=fell_lately\">Fell lately</a>"))
  }

  @Test func `keeps order and conditions while pages turn`() async throws {
    let stones = try await page("/stones?sort=name&mass.min=1")
    #expect(stones.contains("href=\"/stones?sort=name&amp;mass.min=1.0&amp;offset=100\""))
    #expect(stones.contains("Rows 1–100 of 249"))
  }

  @Test func `says when nothing is found`() async throws {
    #expect(try await page("/stones?q=zzzz").contains("Nothing found."))
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A record's page` {
  private func page(_ path: String) async throws -> String {
    try await TrialLibrary.ask { client in
      String(buffer: try await client.execute(uri: path, method: .get).body)
    }
  }

  @Test func `leaves out what is not known`() async throws {
    let bare = try await page("/stones/bare")
    #expect(bare.matches(of: /<dt>/).count == 0)
    let land = try await page("/lands/BB")
    #expect(land.contains("<dt>Population</dt><dd>1,234,567 people</dd>"))
    #expect(!land.contains("<dt>Area</dt>"))
  }

  @Test func `lists several values one by one`() async throws {
    #expect(try await page("/lands/AA").contains("<ul><li>Acity</li><li>Other</li></ul>"))
  }

  @Test func `shows a place in degrees and leads to a map`() async throws {
    let stone = try await page("/stones/s1")
    #expect(
      stone.contains("mlat=54.81667&amp;mlon=-61.11667#map=8/54.81667/-61.11667\" rel=\"noopener\"")
    )
    #expect(stone.contains("54°\u{A0}49′\u{A0}N"))
  }

  @Test func `leads to its neighbours in the list's order`() async throws {
    let stone = try await page("/stones/s247")
    #expect(stone.contains("href=\"/stones/s248\" rel=\"prev\""))
    #expect(stone.contains("href=\"/stones/s246\" rel=\"next\""))
    #expect(try await page("/stones/s248").contains("rel=\"prev\"") == false)
  }

  @Test func `thanks whom the copy came from`() async throws {
    #expect(try await page("/stones/s1").contains("A test</span> <span>Licence: CC0</span>"))
  }
}

@Suite struct `Roman numerals` {
  @Test(arguments: [(1, "i"), (4, "iv"), (9, "ix"), (14, "xiv"), (40, "xl"), (1994, "mcmxciv")])
  func `are small`(number: Int, text: String) {
    #expect(Roman.text(number) == text)
  }
}
