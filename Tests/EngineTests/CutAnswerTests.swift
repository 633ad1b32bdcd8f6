import Foundation
import Testing

@testable import AlmanacEngine

/// A CSV file that breaks off where its transfer shows nothing of it.
@Suite struct `A CSV answer that is cut` {
  static let whole = "id,name,size\n" + (1...40).map { "\($0),name \($0),\($0 * 10)\n" }.joined()

  /// Each with what was stored before it, and whether it may be applied.
  static let answers: [(name: String, body: String, isCut: Bool)] = [
    ("in a row", String(whole.dropLast(8)), true),
    ("in the last cell", String(whole.dropLast(2)), true),
    ("before the last line's end", String(whole.dropLast(1)), true),
    ("in a quoted cell", whole + "41,\"name", true),
    ("after a key, its line ended", whole + "41\n", true),
    ("not at all, with a footer", whole + "\"Source: nobody, 2026\"\n", false),
    ("not at all, with one row more", whole + "41,name 41,410\n", false),
    (
      "not at all, and ragged all through",
      whole.replacing(",200\n", with: "\n") + "41,name 41\n", false
    ),
  ]

  @Test(arguments: answers.indices)
  func `is held like a broken transfer, and the copy stays`(index: Int) async throws {
    let (name, body, isCut) = Self.answers[index]
    try await withCSV(Self.whole) { library, file, trial in
      let before = try Copy(library, "things")
      try Data(body.utf8).write(to: file)
      trial.clock.advance(hours: 25)
      let outcome = try await library.sync("things")
      #expect((outcome?.words.hasPrefix("failed") == true) == isCut, "\(name): \(outcome as Any)")
      if isCut {
        #expect(try Copy(library, "things") == before, "\(name)")
        let told = try await library.trouble("things")?.what ?? ""
        #expect(told.contains("breaks off"), "\(name): \(told)")
      }
    }
  }

  @Test func `is applied once a person accepts a last line without an end`() async throws {
    try await withCSV(Self.whole) { library, file, trial in
      try Data((Self.whole + "41,name 41,410").utf8).write(to: file)
      trial.clock.advance(hours: 25)
      #expect(try await library.sync("things")?.words.hasPrefix("failed") == true)
      trial.clock.advance(hours: 25)
      #expect(try await library.accept("things")?.words == "+1 ~0 -0")
      try Data((Self.whole + "41,name 41,411").utf8).write(to: file)
      trial.clock.advance(hours: 25)
      #expect(try await library.sync("things")?.words == "+0 ~1 -0")
    }
  }

  /// A source that never ended its last line is no cut one.
  @Test func `is not told of a source that never ended its last line`() async throws {
    try await withCSV(String(Self.whole.dropLast())) { library, file, trial in
      try Data((Self.whole + "41,name 41,410").utf8).write(to: file)
      trial.clock.advance(hours: 25)
      #expect(try await library.sync("things")?.words == "+1 ~0 -0")
    }
  }

  private func withCSV(
    _ body: String, _ work: @Sendable (Library, URL, Trial) async throws -> Void
  ) async throws {
    try await withTrial { trial in
      let file = trial.folder.appending(path: "things.csv")
      try Data(body.utf8).write(to: file)
      try trial.declare(
        Declared.things(file.absoluteString).replacing("kind: json", with: "kind: csv"))
      try await trial.withLibrary { library in
        #expect(try await library.sync("things")?.words == "+40 ~0 -0")
        try await work(library, file, trial)
      }
    }
  }
}
