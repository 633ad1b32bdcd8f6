import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

/// When a difference is a change of the source, and what becomes of the records meanwhile.
@Suite(.timeLimit(.minutes(5))) struct `What counts as a change of the source` {
  /// The answers of a source one after the other, and what is noted after the last.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let answers: [String]
    var drift: [SourceDrift] = []
    var mismatches: [SourceDrift] = []
    /// The changes on record after the first answer.
    var changes = 0
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "a first answer that never fitted",
      answers: ["name,hight\nRysy,2501\nGerlach,2655"], mismatches: [.missing("height")]),
    Case(
      name: "a first answer with another type", answers: ["name,height\nRysy,high\nGerlach,low"],
      mismatches: [.retyped("height")]),
    Case(
      name: "a first answer with some other types",
      answers: ["name,height\nRysy,high\nGerlach,2655"],
      mismatches: [.mixed("height", count: 1, of: 2)]),
    Case(
      name: "a first answer with more than is declared",
      answers: ["name,height,land\nRysy,2501,Poland\nGerlach,2655,Slovakia"]),
    Case(
      name: "a new field beside one that never came",
      answers: ["name\nRysy\nGerlach", "name,land\nRysy,Poland\nGerlach,Slovakia"],
      drift: [.added("land")], mismatches: [.missing("height")]),
    Case(
      name: "a field that never came, and stays away",
      answers: ["name\nRysy\nGerlach", "name\nRysy\nGerlach\nKriváň"],
      mismatches: [.missing("height")], changes: 1),
    Case(
      name: "a new field, whose values change",
      answers: [
        "name,height\nRysy,2501\nGerlach,2655",
        "name,height,land\nRysy,2501,Poland\nGerlach,2655,Slovakia",
        "name,height,land\nRysy,2501,PL\nGerlach,2655,SK",
      ], drift: [.added("land")]),
    Case(
      name: "a new field that goes again",
      answers: [
        "name,height\nRysy,2501\nGerlach,2655",
        "name,height,land\nRysy,2501,Poland\nGerlach,2655,Slovakia",
        "name,height\nRysy,2501\nGerlach,2655",
      ]),
    Case(
      name: "an undeclared field that goes",
      answers: [
        "name,height,land\nRysy,2501,Poland\nGerlach,2655,Slovakia",
        "name,height\nRysy,2501\nGerlach,2655",
      ]),
    Case(
      name: "an undeclared field of old, of which one value changes",
      answers: [
        "name,height,land\nRysy,2501,Poland\nGerlach,2655,Slovakia",
        "name,height,land\nRysy,2501,PL\nGerlach,2655,Slovakia",
      ], changes: 1),
    Case(
      name: "a dropped field",
      answers: ["name,height\nRysy,2501\nGerlach,2655", "name\nRysy\nGerlach"],
      drift: [.dropped("height")]),
    Case(
      name: "a field with another type, and back",
      answers: [
        "name,height\nRysy,2501\nGerlach,2655", "name,height\nRysy,high\nGerlach,low",
        "name,height\nRysy,2501\nGerlach,2655",
      ]),
    Case(
      name: "a field with another type",
      answers: [
        "name,height\nRysy,2501\nGerlach,2655", "name,height\nRysy,high\nGerlach,low",
      ], drift: [.retyped("height")]),
    Case(
      name: "a new name",
      answers: [
        "name,height\nRysy,2501\nGerlach,2655", "name,hight\nRysy,2501\nGerlach,2655",
      ], drift: [.renamed("height", from: "height", to: "hight")]),
  ]

  @Test(arguments: cases) func `is told by what came before`(row: Case) async throws {
    try await Self.withPeaks { library, trial, send in
      for answer in row.answers {
        try send(answer + "\n")
        let outcome = try await library.sync("peaks")
        #expect(outcome?.words.hasPrefix("failed") == false)
      }
      let status = try #require(try await library.status(of: "peaks"))
      #expect(status.drift.map(\.drift) == row.drift)
      #expect(status.mismatches.map(\.drift) == row.mismatches)
      #expect(try library.existing("peaks").store.history().changes == row.changes)
    }
  }

  @Test func `begins anew where a person asks another source`() async throws {
    try await Self.withPeaks { library, trial, send in
      try send("name,height\nRysy,2501\nGerlach,2655\n")
      _ = try await library.sync("peaks")
    } then: { library, trial, send in
      try Data("name,land,range\nRysy,Poland,Tatras\nGerlach,Slovakia,Tatras\n".utf8)
        .write(to: trial.declarations.appending(path: "other.csv"))
      _ = try await library.sync("peaks")
      let status = try #require(try await library.status(of: "peaks"))
      #expect(status.drift == [])
      #expect(status.mismatches.map(\.drift) == [.dropped("height")])
    }
  }

  private typealias Body = (Library, Trial, (String) throws -> Void) async throws -> Void

  private static func declaration(_ file: String) -> String {
    """
    id: peaks
    title: Peaks
    source: { kind: csv, url: \(file) }
    credit: { text: Nobody, licence: CC0 }
    refresh: { every: 24h, when: opened, floor: 0% }
    key: name
    fields: { name: text, height: integer }
    list: { title: name }
    """
  }

  /// Runs a body with a dataset over a file, and another once it is declared over another file.
  private static func withPeaks(_ body: Body, then: Body? = nil) async throws {
    try await withTrial { trial in
      func send(_ text: String) throws {
        try Data(text.utf8).write(to: trial.declarations.appending(path: "peaks.csv"))
        trial.clock.advance(hours: 24)
      }
      try trial.declare(declaration("peaks.csv"))
      try await trial.withLibrary { try await body($0, trial, send) }
      guard let then else { return }
      try trial.declare(declaration("other.csv"))
      try await trial.withLibrary { try await then($0, trial, send) }
    }
  }
}
