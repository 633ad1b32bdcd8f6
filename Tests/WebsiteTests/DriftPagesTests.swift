import AlmanacDeclarations
import AlmanacEngine
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

/// Drift, an update that is held and records that were set aside, wherever they are told.
@Suite(.timeLimit(.minutes(5))) struct `What needs a person` {
  private static let dropped =
    "The source no longer sends height, whose earlier values stay: correct its path in the dataset "
    + "file, or remove the field."

  private static func text(
    _ path: String, _ client: any TestClientProtocol
  ) async throws -> String {
    let answer = try await client.execute(uri: path, method: .get)
    #expect(answer.status == .ok)
    return String(buffer: answer.body)
  }

  /// Every place that tells of drift.
  static let places = [
    "/peaks", "/about", "/peaks/changes", "/peaks/changes.json", "/peaks/changes.atom",
    "/index.json",
  ]

  @Test func `is drift, in one sentence with its remedy, in every place`() async throws {
    try await PeaksTrial.ask { client, trial in
      for path in Self.places {
        #expect(try await !Self.text(path, client).contains("no longer sends"), "\(path)")
      }
      #expect(
        try await Self.text("/metrics", client).contains("almanac_drift{dataset=\"peaks\"} 0"))
      try await trial.sync(
        ["Rysy,Poland", "Gerlach,", "Łysica ]]> 🏔,"], columns: "name,land")
      for path in Self.places {
        let text = try await Self.text(path, client)
        // A feed's entry has it as its title, and with its day as its content.
        let count = path.hasSuffix(".atom") ? 2 : 1
        #expect(text.matches(of: /no longer sends/).count == count, "\(path)")
        #expect(text.contains(Self.dropped), "\(path)")
      }
      #expect(
        try await Self.text("/metrics", client).contains("almanac_drift{dataset=\"peaks\"} 1"))
      let polish = try await Self.text("/peaks?lang=pl", client)
      #expect(polish.contains("Źródło nie wysyła już pola height"))
      let filtered = try await Self.text("/peaks/changes.atom?id=Rysy", client)
      #expect(!filtered.contains("no longer sends"))
    }
  }

  @Test func `is an update that the brake holds, in every place`() async throws {
    try await PeaksTrial.ask { client, trial in
      let outcome = try await trial.sync(["Rysy,2503.4,Poland"])
      #expect(outcome == .held(was: 3, wouldBe: 1))
      let words = "the answer keeps only 1 of the copy"
      for path in Self.places {
        let text = try await Self.text(path, client).replacing("&#39;", with: "'")
        #expect(text.contains(words), "\(path)")
      }
      #expect(try await Self.text("/metrics", client).contains("almanac_held{dataset=\"peaks\"} 1"))
      let feed = try await Self.text("/peaks/changes.atom", client)
      #expect(feed.matches(of: /Held back an update of Peaks/).count >= 1)
      #expect(feed.contains("almanac sync peaks --accept"))
      #expect(try await Self.text("/peaks?lang=pl", client).contains("tylko 1 z 3 rekordów"))
    }
  }

  @Test func `is a new field that no record's history is told of`() async throws {
    try await PeaksTrial.ask { client, trial in
      let before = try await Self.text("/peaks/changes.json", client)
      let outcome = try await trial.sync(
        ["Rysy,2503.4,Poland,a", "Gerlach,2655,,b", "Łysica ]]> 🏔,614,,c"],
        columns: "name,height,land,colour")
      #expect(outcome == .unchanged)
      let after = try await Self.text("/peaks/changes.json", client)
      #expect(after.matches(of: /"sequence"/).count == before.matches(of: /"sequence"/).count)
      #expect(after.contains(#""code":"added","field":"colour""#))
    }
  }

  @Test func `is the list of records that were set aside`() async throws {
    let names = MissingNames()
    try await PeaksTrial.ask(missing: { names.add($0) }) { client, trial in
      #expect(try await Self.text("/peaks/aside", client).contains("No record was set aside."))
      #expect(try await !Self.text("/peaks", client).contains("/peaks/aside"))
      try await trial.sync(
        ["Rysy,2503.4,Poland", "Gerlach,2655,", "Łysica ]]> 🏔,614,", "Rysy,<b>1</b>,Poland", ",2,"])
      let page = try await Self.text("/peaks/aside", client)
      #expect(page.contains("2 records set aside (key repeats: 1, no key: 1)"))
      #expect(page.contains("<strong>key repeats</strong> <span>page 1, row 5</span>"))
      #expect(page.contains("<span>key Rysy</span>"))
      #expect(page.contains("Rysy,&lt;b&gt;1&lt;/b&gt;,Poland"))
      let list = try await Self.text("/peaks", client)
      #expect(list.contains("<a href=\"/peaks/aside\">See the 2 records that were set aside</a>"))
      let body = try JSONDecoder().decode(
        AsideBody.self, from: Data(try await Self.text("/peaks/aside.json", client).utf8))
      #expect(body.total == 2 && body.listed == 2)
      #expect(body.rows.map(\.raw) == ["Rysy,<b>1</b>,Poland", ",2,"])
      #expect(body.rows.map(\.key) == ["Rysy", nil])
      let metrics = try await Self.text("/metrics", client)
      #expect(metrics.contains("almanac_set_aside{dataset=\"peaks\"} 2"))
      for path in ["/peaks/aside?x=1", "/peaks/aside.json?x=1"] {
        #expect(try await client.execute(uri: path, method: .get).status == .badRequest)
      }
      #expect(try await client.execute(uri: "/none/aside", method: .get).status == .notFound)
      #expect(try await client.execute(uri: "/ticks/aside", method: .get).status == .ok)
    }
    #expect(names.all.sorted() == [])
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A copy that came with the program` {
  @Test func `is told as what it is, and no news of the feed`() throws {
    let words = try Languages(folder: TrialLibrary.share.appending(path: "words")).english
    let dataset = Dataset(
      id: "lands", source: Source(kind: .json, url: ""), key: Key(from: [FieldPath("id")]),
      fields: [])
    let text = ChangeText(dataset: dataset, words: words)
    func line(_ number: Int64, _ kind: SyncLine.Kind) -> SyncLine {
      SyncLine(
        number: number, kind: kind, ended: 0, inserted: 250, changed: 0, deleted: 0, total: 250)
    }
    #expect(text.counts(line(1, .snapshot)) == "250 records")
    #expect(text.counts(line(2, .full)) == "250 records")
    #expect(text.counts(line(1, .full)) == "250 new")
    #expect(
      text.filling(line(1, .snapshot))
        == "The snapshot that comes with Almanac filled the copy: 250 records.")
    #expect(text.filling(line(2, .full)) == "The copy was filled with 250 records.")
  }
}
