import AlmanacDeclarations
import AlmanacDecoding
import AlmanacSandbox
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(5))) struct `Records that were set aside` {
  @Test func `are listed with the reason, the line, the key and what was sent`() async throws {
    try await withTrial { trial in
      try trial.declare(
        """
        id: peaks
        title: Peaks
        source: { kind: csv, url: peaks.csv }
        credit: { text: Nobody, licence: CC0 }
        refresh: { every: 24h, when: opened, floor: 0% }
        key: name
        fields: { name: text, height: integer }
        list: { title: name }
        """)
      let file = trial.declarations.appending(path: "peaks.csv")
      try Data("name,height\nRysy,2501\nRysy,2503\n,7\nGerlach,2655\nx,1,2,3\n".utf8).write(
        to: file)
      try await trial.withLibrary { library in
        let outcome = try await library.sync("peaks")
        #expect(outcome?.words == "+2 ~0 -0")
        let rows = try #require(try await library.aside(of: "peaks"))
        #expect(
          rows == [
            AsideRecord(reason: "key repeats", position: 3, key: "Rysy", raw: "Rysy,2503"),
            AsideRecord(reason: "no key", position: 4, raw: ",7"),
            AsideRecord(reason: "more values than columns", position: 6, raw: "x,1,2,3"),
          ])
        let status = try #require(try await library.status(of: "peaks"))
        #expect(status.setAsideCount == 3 && !status.isSound)
        let report = SyncReport("peaks", .unchanged, status: status)
        #expect(report.setAside == 3 && !report.isSound)
        try Data("name,height\nRysy,2501\nGerlach,2655\n".utf8).write(to: file)
        trial.clock.advance(hours: 24)
        _ = try await library.sync("peaks")
        #expect(try await library.aside(of: "peaks") == [])
        #expect(try await library.status(of: "peaks")?.isSound == true)
      }
    }
  }

  @Test func `are counted beyond the bound of the list`() throws {
    let dataset = Things.dataset
    let rows = (0..<3000).map { #"{"id":\#($0),"name":"a"},{"id":\#($0),"name":"b"}"# }
    let answer = "[" + rows.joined(separator: ",") + "]"
    let page = try RecordDecoder(dataset: dataset).decode(Array(answer.utf8)) { _ in }
    #expect(page.setAside.map(\.count) == [3000])
    #expect(page.aside.rows.count == SetAsideList.most)
    let long = String(repeating: "ż", count: 5000)
    let large = (0..<800).map { #"{"id":1,"name":"\#(long)\#($0)"}"# }
    let wide =
      "[" + (0..<900).map { #"{"id":\#($0 + 2)}"# }.joined(separator: ",") + ","
      + large.joined(separator: ",") + "]"
    let bounded = try RecordDecoder(dataset: dataset).decode(Array(wide.utf8)) { _ in }
    #expect(bounded.setAside.map(\.count) == [799])
    #expect(bounded.aside.rows.reduce(0) { $0 + $1.raw.utf8.count } < 1_010_000)
  }

  @Test func `of a join are partners without a key and those that repeat one`() async throws {
    try await withFiles { upstream, files, trial in
      try #"[{"id":1,"name":"a"},{"id":2,"name":"b"}]"#.write(to: files, as: "things.json")
      try #"[{"thing":2,"size":8},{"thing":2,"size":9},{"size":4}]"#
        .write(to: files, as: "sizes.json")
      try trial.declare(
        Declared.things(
          "\(upstream.base)/files/things.json",
          source: "  join: { sizes: { url: \"\(upstream.base)/files/sizes.json\", on: thing } }"))
      try await trial.withLibrary { library in
        let outcome = try await library.sync("things")
        #expect(outcome?.words == "+2 ~0 -0")
        let rows = try #require(try await library.aside(of: "things"))
        #expect(
          rows.map(\.reason) == ["joined record repeats a key", "joined record without a key"])
        #expect(rows.map(\.raw) == [#"{"thing":2,"size":9}"#, #"{"size":4}"#])
        #expect(rows.map(\.key) == ["2", nil])
        #expect(try await library.status(of: "things")?.setAsideCount == 2)
      }
    }
  }

  @Test func `of a whole answer stay on the list beside those of later news`() async throws {
    try await withTrial { trial in
      try await withUpstream { upstream in
        let refresh = "{ every: 24h, cursor: \":updated_at\", deletions: never }"
        try trial.declare(Declared.portal(upstream.base, refresh: refresh))
        try await trial.withLibrary { library in
          _ = try await library.sync("stones")
          let table = try library.existing("stones")
          var state = try table.store.state()
          state.setAside = [.init(reason: "no key", count: 2, sample: "1: {}")]
          try await table.store.save(state)
          try await upstream.state.change("5", in: Sandbox.meteorites, to: ["mass": "7"])
          trial.clock.advance(hours: 25)
          let outcome = try await library.sync("stones")
          #expect(outcome?.words == "+0 ~1 -0")
          #expect(try await library.status(of: "stones")?.setAside.map(\.count) == [2])
        }
      }
    }
  }

  @Test func `of a stream are the newest`() {
    let tally = StreamTally()
    for number in 0..<(StreamTally.mostListed + 5) {
      tally.setAside("packet is empty", sample: "\(number)")
    }
    #expect(tally.aside.count == StreamTally.mostListed)
    #expect(tally.aside.last?.raw == "\(StreamTally.mostListed + 4)")
    #expect(tally.setAside.map(\.count) == [StreamTally.mostListed + 5])
  }
}
