import AlmanacDeclarations
import AlmanacSandbox
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite struct `A join` {
  @Test func `of many gives each station its keywords, and none to those without`() async throws {
    try await withTrial { trial in
      try await withUpstream { upstream in
        try trial.declare(Declared.stations(upstream.base))
        try await trial.withLibrary { library in
          let outcome = try await library.sync("stops")
          #expect(outcome?.words == "+120 ~0 -0")
          var words: [String: Set<String>] = [:]
          for row in try #require(await upstream.state.table("station_keywords")).rows {
            let station = row.values["station_id"]?.plainText ?? ""
            words[station, default: []].insert((row.values["keyword"]?.text ?? "").trimmed)
          }
          #expect(words.count < 120)
          for record in try Copy(library, "stops").records {
            let own = words[record.id.description] ?? []
            #expect(record.texts(4).map(\.trimmed).sorted() == own.sorted())
          }
          let found = try await library.existing("stops").window(TableQuery(search: "glowny"))
          #expect(found.total == words.values.count { $0.contains("Synthetic Główny") })
        }
      }
    }
  }

  @Test func `brings a change of either resource`() async throws {
    try await withTrial { trial in
      try await withUpstream { upstream in
        try trial.declare(Declared.stations(upstream.base))
        try await trial.withLibrary { library in
          _ = try await library.sync("stops")
          try await upstream.state.insert(
            [["id": 9999, "station_id": 7, "keyword": "Nowe"]], into: "station_keywords")
          _ = await upstream.takeRequests()
          trial.clock.advance(hours: 25)
          let outcome = try await library.sync("stops")
          #expect(outcome?.words == "+0 ~1 -0")
          #expect(await upstream.takePaths().count == 2)
          let found = try await library.existing("stops").window(TableQuery(search: "nowe"))
          #expect(found.rows.map(\.id.description) == ["7"])
        }
      }
    }
  }

  @Test func `of one merges a partner's fields, and the record's own come first`() async throws {
    try await withFiles { upstream, files, trial in
      try #"[{"id":1,"name":"a"},{"id":2,"name":"b","size":7},{"id":3}]"#
        .write(to: files, as: "things.json")
      try #"[{"thing":2,"size":8,"name":"x"},{"thing":"1","size":4},{"thing":99,"size":1}]"#
        .write(to: files, as: "sizes.json")
      try trial.declare(
        Declared.things(
          "\(upstream.base)/files/things.json",
          source: "  join: { sizes: { url: \"\(upstream.base)/files/sizes.json\", on: thing } }"))
      try await trial.withLibrary { library in
        let outcome = try await library.sync("things")
        #expect(outcome?.words == "+3 ~0 -0")
        let values = try Copy(library, "things").records.map(\.values)
        #expect(
          values == [
            [.text("a"), .number(4)], [.text("b"), .number(7)], [.absent, .absent],
          ])
      }
    }
  }

  @Test func `by record asks once for each, and takes an absent partner for no value`()
    async throws
  {
    try await withFiles { upstream, files, trial in
      try #"[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"}]"#
        .write(to: files, as: "things.json")
      try #"{"size":11}"#.write(to: files, as: "1.json")
      try #"[{"size":33}]"#.write(to: files, as: "3.json")
      try trial.declare(
        Declared.things(
          "\(upstream.base)/files/things.json",
          source: "  join: { sizes: { url: \"\(upstream.base)/files/{id}.json\" } }"))
      try await trial.withLibrary { library in
        let outcome = try await library.sync("things")
        #expect(outcome?.words == "+3 ~0 -0")
        let sizes = try Copy(library, "things").records.map { $0.values[1] }
        #expect(sizes == [.number(11), .absent, .number(33)])
        let paths = await upstream.takePaths()
        #expect(paths == ["things", "1", "2", "3"].map { "/files/\($0).json" })
        trial.clock.advance(hours: 25)
        let again = try await library.sync("things")
        #expect(again == .unchanged)
        let later = await upstream.takePaths()
        #expect(
          later == [
            "304? /files/things.json", "304? /files/1.json", "/files/2.json",
            "304? /files/3.json",
          ])
      }
    }
  }

  @Test func `by record fails when no partner is there at all`() async throws {
    try await withFiles { upstream, files, trial in
      try #"[{"id":1,"name":"a"},{"id":2,"name":"b"}]"#.write(to: files, as: "things.json")
      try trial.declare(
        Declared.things(
          "\(upstream.base)/files/things.json",
          source: "  join: { sizes: { url: \"\(upstream.base)/files/{id}.json\" } }"))
      try await trial.withLibrary { library in
        let outcome = try await library.sync("things")
        #expect(outcome?.words.hasPrefix("failed: the server answered 404") == true)
      }
    }
  }

  @Test func `that cannot be read fails the sync and is asked for whole again`() async throws {
    try await withTrial { trial in
      try await withUpstream { upstream in
        try trial.declare(Declared.stations(upstream.base))
        try await trial.withLibrary { library in
          await upstream.state.inject(.cut(), at: "/api/v2/main/station_keywords")
          let broken = try await library.sync("stops")
          #expect(broken?.words.hasPrefix("failed: the answer breaks off") == true)
          trial.clock.advance(seconds: 80)
          _ = await upstream.takeRequests()
          let outcome = try await library.sync("stops")
          #expect(outcome?.words == "+120 ~0 -0")
          let keywords = await upstream.takeRequests().filter { $0.path.hasSuffix("keywords") }
          #expect(keywords.map(\.isConditional) == [false])
        }
      }
    }
  }
}

extension String {
  var trimmed: String { trimmingCharacters(in: .whitespaces) }

  /// Writes a file that the sandbox serves.
  func write(to folder: URL, as name: String) throws {
    try Data(utf8).write(to: folder.appending(path: name))
  }
}

extension Record {
  /// The texts of a list field.
  func texts(_ field: Int) -> [String] {
    if case .list(let texts) = values[field] { texts } else { [] }
  }
}
