import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(5))) struct `The history of a dataset` {
  private func withPeaks(
    _ body: (Library, Trial, (String) throws -> Void) async throws -> Void
  ) async throws {
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
      func send(_ text: String) throws {
        try Data(text.utf8).write(to: trial.declarations.appending(path: "peaks.csv"))
        trial.clock.advance(hours: 24)
      }
      try send("name,height\nRysy,2501\nGerlach,2655\n")
      try await trial.withLibrary { library in
        _ = try await library.sync("peaks")
        try await body(library, trial, send)
      }
    }
  }

  @Test func `tells what is gone until it is back`() async throws {
    try await withPeaks { library, trial, send in
      try send("name,height\nGerlach,2655\n")
      _ = try await library.sync("peaks")
      let table = try library.existing("peaks")
      let gone = try #require(try table.gone(.text("Rysy")))
      #expect(gone.since == trial.clock.now)
      #expect(gone.record.values == [.text("Rysy"), .integer(2501)])
      #expect(String(decoding: gone.json, as: UTF8.self).contains("\"height\":2501"))
      try send("name,height\nGerlach,2655\nRysy,2501\n")
      _ = try await library.sync("peaks")
      #expect(try table.gone(.text("Rysy")) == nil)
      #expect(try table.history(of: .text("Rysy"))?.count == 2)
    }
  }

  @Test func `is the same for who only reads beside the owner`() async throws {
    try await withPeaks { library, trial, send in
      try send("name,height\nGerlach,2656\n")
      _ = try await library.sync("peaks")
      let own = try library.existing("peaks").changes(ChangesQuery())
      try await trial.withLibrary(isReadOnly: true) { reader in
        let seen = try reader.existing("peaks").changes(ChangesQuery())
        #expect(seen == own)
        #expect(seen.changes.map(\.kind) == [.changed, .deleted])
      }
    }
  }

  @Test func `dates what the source changed in its fields by the day it was first seen`()
    async throws
  {
    try await withPeaks { library, trial, send in
      try send("name,hight\nRysy,2501\nGerlach,2655\n")
      let first = trial.clock.now
      _ = try await library.sync("peaks")
      try send("name,hight,land\nRysy,2501,Poland\nGerlach,2655,Slovakia\n")
      _ = try await library.sync("peaks")
      let status = try #require(try await library.status(of: "peaks"))
      #expect(
        status.drift == [
          DriftNote(.renamed("height", from: "height", to: "hight"), since: first),
          DriftNote(.added("land"), since: trial.clock.now),
        ])
      try send("name,height\nRysy,2501\nGerlach,2655\n")
      _ = try await library.sync("peaks")
      #expect(try await library.status(of: "peaks")?.drift == [])
    }
  }

  @Test func `has a command for what the brake holds`() async throws {
    try await withPeaks { library, _, send in
      try send("name,height\nOther,1\n")
      let status = try #require(try await library.status(of: "peaks"))
      #expect(status.acceptCommand == nil)
    }
    try await withTrial { trial in
      try trial.declare(
        """
        id: peaks
        title: Peaks
        source: { kind: csv, url: peaks.csv }
        credit: { text: Nobody, licence: CC0 }
        refresh: { every: 24h, when: opened, floor: 90% }
        key: name
        fields: { name: text }
        list: { title: name }
        """)
      let file = trial.declarations.appending(path: "peaks.csv")
      try Data("name\nA\nB\n".utf8).write(to: file)
      try await trial.withLibrary { library in
        _ = try await library.sync("peaks")
        try Data("name\nA\n".utf8).write(to: file)
        trial.clock.advance(hours: 24)
        let outcome = try await library.sync("peaks")
        #expect(outcome == .held(was: 2, wouldBe: 1))
        let status = try await library.status(of: "peaks")
        #expect(status?.acceptCommand == "almanac sync peaks --accept")
      }
    }
  }
}
