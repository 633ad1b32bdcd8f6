import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `A file as a source` {
  private func withFile(_ body: (Trial, URL) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try await withFetcher { try await body($0, file) }
  }

  @Test func `is read when it changes and only then`() async throws {
    try await withFile { trial, file in
      try Data("one".utf8).write(to: file)
      let first = try await trial.get(file)
      let second = try await trial.get(file)
      try Data("other".utf8).write(to: file)
      let third = try await trial.get(file)
      #expect([first.text, second.text, third.text] == ["one", "one", "other"])
      #expect(
        [first.word, second.word, third.word]
          == ["changed", "not modified, confirmed", "changed"])
    }
  }

  @Test func `that was only touched is identical`() async throws {
    try await withFile { trial, file in
      try Data("one".utf8).write(to: file)
      _ = try await trial.get(file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
      let second = try await trial.get(file)
      #expect(second.word == "not modified, identical")
    }
  }

  @Test func `may be shortened while its bytes are in use`() async throws {
    try await withFile { trial, file in
      try Data(repeating: 65, count: 100_000).write(to: file)
      let outcome = try await trial.get(file)
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 0)
      try handle.close()
      #expect(outcome.payload?.body == Data(repeating: 65, count: 100_000))
    }
  }

  @Test func `that is not there is told by its path`() async throws {
    try await withFile { trial, file in
      await #expect(throws: FetchError.fileMissing(path: file.path)) { try await trial.get(file) }
    }
  }

  @Test func `cannot be a folder`() async throws {
    try await withFile { trial, file in
      let folder = file.deletingLastPathComponent()
      await #expect {
        try await trial.get(folder)
      } throws: {
        if case .fileUnreadable = $0 as? FetchError { true } else { false }
      }
    }
  }

  @Test func `larger than the limit is refused`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("123456".utf8).write(to: file)
    try await withFetcher {
      $0.maxBytes = 5
    } _: { trial in
      await #expect(throws: FetchError.tooLarge(limit: 5)) { try await trial.get(file) }
      #expect(trial.files.isEmpty)
    }
  }
}
