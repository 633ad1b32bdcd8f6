import AlmanacDeclarations
import AlmanacFetching
import AlmanacSandbox
import AlmanacStorage
import Foundation
import Logging
import Synchronization
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(5))) struct `A dataset full of secrets` {
  static let environment = [
    "LOGIN": "login-7f31", "PASSWORD": "pass/wörd 9a", "QUERY": "query key+42",
    "PATH_KEY": "path-5c0d",
    "HEADER": "Bearer head-e77a", "PARAMETER": "para&meter-1b", "TOKEN": "tok",
  ]

  /// What must stand nowhere: the values and the forms in which they travel.
  static let values: [String] = [
    "login-7f31", "pass/wörd 9a", "pass%2Fw%C3%B6rd%209a", "query key+42", "query%20key%2B42",
    "path-5c0d", "head-e77a", "para&meter-1b", "para%26meter-1b",
    Data("login-7f31:pass/wörd 9a".utf8).base64EncodedString(), "literal-pw",
    Data("literal:literal-pw".utf8).base64EncodedString(),
  ]

  /// What an upstream answers, and the records of it that are kept.
  static let answers: [Sandbox.Fault] = [
    .echo(401), .echo(400), .echo(500), .echo(404), .echo(206), .echo(202),
    .redirect(to: "/files/x?again=query%20key%2B42&path-5c0d"),
    .redirect(to: "ftp://login-7f31:pass@h/path-5c0d"), .redirect(to: "/path-5c0d", status: 301),
    .linked(to: "ftp://h/path-5c0d?para%26meter-1b"), .status(429, retryAfter: "para&meter-1b"),
    .html, .cut(percent: 50), .spoilt(.utf16),
  ]

  @Test(arguments: answers)
  func `shows none, whatever its upstream echoes`(answer: Sandbox.Fault) async throws {
    try await withSecrets { upstream, trial, lines in
      await upstream.state.inject(answer, at: "/files", requests: 100)
      try await check(trial, lines)
    }
  }

  @Test func `shows none of those that records repeat in what is told of them`() async throws {
    try await withSecrets { _, trial, lines in
      let rows = Self.values.enumerated().map { index, value in
        #"{"name":"\#(value)","size":"\#(value)","new \#(value)":\#(index)}"#
      }
      try #"{"rows":[{"id":1,"name":"a"},\#(rows.joined(separator: ","))]}"#
        .write(to: trial.folder.appending(path: "files"), as: "path-5c0d.json")
      try await check(trial, lines)
    }
  }

  @Test func `shows none where nobody answers`() async throws {
    try await withSecrets { _, trial, lines in
      let yaml = try String(
        contentsOf: trial.declarations.appending(path: "one.yaml"), encoding: .utf8)
      try trial.declare(yaml.replacing(#/localhost:\d+/#, with: "localhost:1"))
      try await check(trial, lines)
    }
  }

  @Test func `keeps what records hold as data: masked copies would be wrong copies`() async throws {
    try await withSecrets { _, trial, _ in
      try #"{"rows":[{"id":1,"name":"path-5c0d"}]}"#
        .write(to: trial.folder.appending(path: "files"), as: "path-5c0d.json")
      try await trial.withLibrary { library in
        _ = try await library.sync("things")
        #expect(try Copy(library, "things").records.first?.values.first == .text("path-5c0d"))
      }
    }
  }

  /// Syncs, and looks for secrets in all that is told and stored of it.
  private func check(_ trial: Trial, _ lines: LogLines) async throws {
    var configuration = trial.configuration()
    configuration.logger = Logger(label: "test") { _ in lines.recorder }
    let library = try await Library(configuration: configuration)
    var shown: [(String, String)] = []
    let outcome = try await library.sync("things")
    if let outcome {
      shown.append(("outcome", "\(outcome)"))
      shown.append(("report", "\(SyncReport("things", outcome))"))
    }
    shown.append(("status", "\(String(describing: try await library.status(of: "things")))"))
    shown.append(("problems", "\(library.problems)"))
    let state = try library.existing("things").store.state()
    shown.append(("state", "\(state.trouble as Any) \(state.driftNotes) \(state.setAside as Any)"))
    shown.append(("log", lines.all.joined(separator: "\n")))
    try await library.shutdown()
    let files = FileManager.default.enumerator(atPath: trial.data.path)
    shown.append(("file names", "\(files?.allObjects ?? [])"))
    for (place, text) in shown {
      for value in Self.values {
        #expect(text.range(of: value, options: .caseInsensitive) == nil, "\(place): \(text)")
      }
    }
    #expect(!lines.all.isEmpty)
  }

  private func withSecrets(
    _ body: @Sendable @escaping (Upstream, Trial, LogLines) async throws -> Void
  ) async throws {
    try await withFiles { upstream, files, whole in
      var trial = whole
      trial.environment = Self.environment
      try #"{"rows":[{"id":1,"name":"a"}],"next":"path-5c0d.json?2"}"#
        .write(to: files, as: "path-5c0d.json")
      try "[]".write(to: files, as: "none.json")
      let server = upstream.base.replacing("http://", with: "")
      try trial.declare(
        Declared.things(
          "http://${LOGIN}:${PASSWORD_ESCAPED:-pass%2Fw%C3%B6rd%209a}@\(server)/files/${PATH_KEY}.json"
            + "?k=${QUERY_ESCAPED:-query%20key%2B42}",
          source: """
              records: rows
              headers: { X-Token: "${HEADER}", X-Login: "${PASSWORD:-x}", X-Query: "${QUERY}" }
              parameters: { p: "${PARAMETER}", t: "${TOKEN}" }
              paging: { by: next, next: next }
              join: { more: { url: "http://literal:literal-pw@\(server)/files/none.json", on: id } }
            """
        ))
      try await body(upstream, trial, LogLines())
    }
  }
}

/// Every line that a library logs.
final class LogLines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  var recorder: any LogHandler { Recorder(lines: self) }

  fileprivate func add(_ line: String) { lines.withLock { $0.append(line) } }

  private struct Recorder: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      lines.add("\(event.message) \(event.metadata ?? [:]) \(event.error.map { "\($0)" } ?? "")")
    }
  }
}
