import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `A packed answer` {
  static let gzip = "H4sIAAAAAAACA8tIzcnJ11EoSEzOTk1RKM8vykkBAEjvLswTAAAA"
  /// "hello, packed world" in the ways in which servers pack it.
  static let sound: [(coding: String, base64: String)] = [
    ("gzip", gzip), ("x-gzip", gzip), ("identity, gzip", gzip), ("", ""),
    (  // two members
      "gzip",
      "H4sIAAAAAAACA8tIzcnJ11EAAJlW6hEHAAAAH4sIAAAAAAACAytITM5OTVEozy/KSQEAKIsoNgwAAAA="
    ),
    (  // an empty member, one of text, another empty one
      "gzip",
      "H4sIAAAAAAACAwMAAAAAAAAAAAAfiwgAAAAAAAIDy0jNycnXUShITM5OTVEozy/KSQEASO8uzBMAAAAfiwgAAAAAAAIDAwAAAAAAAAAAAA=="
    ),
    (  // padding of zeros
      "gzip",
      "H4sIAAAAAAACA8tIzcnJ11EoSEzOTk1RKM8vykkBAEjvLswTAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="
    ),
    ("deflate", "eJzLSM3JyddRKEhMzk5NUSjPL8pJAQBFqwcR"),
    ("deflate", "y0jNycnXUShITM5OTVEozy/KSQEA"),
    (
      "gzip, gzip",
      "H4sIAAAAAAACA5Pv5mAAASbm0x5nT568Hqjh4XPOzzdQ47z+KU9GBo/3emeEgdIA6CuXZicAAAA="
    ),
    (
      "deflate, gzip",
      "H4sIAAAAAAACA6uYc9rj7MmT1wM1PHzO+fkGapzXP+XJyOC6ml0QAEn91nMbAAAA"
    ),
  ]

  @Test(arguments: sound)
  func `is unpacked in every way in which servers pack, cut into whatever pieces`(
    coding: String, base64: String
  ) async throws {
    let bytes =
      coding.isEmpty
      ? Array("hello, packed world".utf8) : Array(try #require(Data(base64Encoded: base64)))
    for size in [1, 2, 3, 17, 18, bytes.count] {
      let count = Counter()
      let headers = coding.isEmpty ? [:] : ["Content-Encoding": coding]
      try await withServer(answering: { _ in
        .pieces(headers) {
          let start = (count.next() - 1) * size
          return start < bytes.count ? Array(bytes[start..<min(start + size, bytes.count)]) : nil
        }
      }) { server in
        try await withFetcher { trial in
          let outcome = try await trial.get(server.url("/a"))
          #expect(outcome.text == "hello, packed world", "\(coding) in pieces of \(size)")
        }
      }
    }
  }

  static let unsound: [(coding: String, base64: String)] = [
    ("gzip", "H4sIAAAAAAACA8tIzcnJ11EoSEzOTk1RKM8vykkBAEjvLswTAAAAeHg="),  // letters behind the end
    ("gzip", "H4sIAAAAAAACA8tIzcnJ11EoSEzOTk1RKM8vykkBAEjvLswTAAAAAAB4eA=="),  // behind the padding
    ("gzip", "H4sIAAAAAAACA8tIzcnJ11EoSEzOTk1RKM8vykkBAEjvLsw="),  // cut in its end
    ("gzip", "H4sIAAAAAAACA8tIzcnJ11EAAJlW6hEHAAAAH4sIAAAAAAAC"),  // cut in the second member
    ("gzip", "Hw=="), ("deflate", "eA=="), ("deflate", "eJzLSM3JyddRKEhMzk5NUSjPL8pJ"),
    ("gzip, gzip", gzip),  // packed once, said to be packed twice
    ("gzip, gzip, gzip, gzip, gzip", gzip), ("br", gzip), ("gzip, br", gzip), ("compress", gzip),
  ]

  @Test(arguments: unsound)
  func `that is damaged, cut off or packed in an unknown way is refused`(
    coding: String, base64: String
  ) async throws {
    let bytes = Array(try #require(Data(base64Encoded: base64)))
    try await withServer(answering: { _ in .answer(200, ["Content-Encoding": coding], bytes) }) {
      server in
      try await withFetcher { trial in
        await #expect {
          try await trial.get(server.url("/a"))
        } throws: {
          if case .undecodable = $0 as? FetchError { true } else { false }
        }
        #expect(trial.files.isEmpty && server.asked.count == 1)
      }
    }
  }

  /// Three million zeros packed twice, and three members of 600 zeros each.
  static let bombs = [
    (
      "gzip, gzip",
      "H4sIAAAAAAACA5Pv5mAAASbmtwcZGYGMJoX/6/M8HBgZRsEoGAWjYBSMglEwCkbBKBgFVAD6bKmLGH0PHNNlAACqklIQfQsAAA=="
    ),
    (
      "gzip",
      "H4sIAAAAAAACA2NgGAWjgPoAACOi7XdYAgAAH4sIAAAAAAACA2NgGAWjgPoAACOi7XdYAgAAH4sIAAAAAAACA2NgGAWjgPoAACOi7XdYAgAA"
    ),
  ]

  @Test(arguments: bombs)
  func `is never larger than the limit, member after member and coding within coding`(
    coding: String, base64: String
  ) async throws {
    let bytes = Array(try #require(Data(base64Encoded: base64)))
    try await withServer(answering: { _ in .answer(200, ["Content-Encoding": coding], bytes) }) {
      server in
      try await withFetcher {
        $0.maxBytes = 1500
      } _: { trial in
        await #expect(throws: FetchError.tooLarge(limit: 1500)) {
          try await trial.get(server.url("/a"))
        }
        #expect(trial.files.isEmpty)
      }
    }
  }

  @Test func `is unpacked also where it is the text of an error`() async throws {
    let bytes = Array(try #require(Data(base64Encoded: Self.gzip)))
    try await withServer(answering: { _ in .answer(404, ["Content-Encoding": "x-gzip"], bytes) }) {
      server in
      try await withFetcher { trial in
        await #expect {
          try await trial.get(server.url("/a"))
        } throws: {
          if case .httpStatus(404, _, "hello, packed world") = $0 as? FetchError {
            true
          } else {
            false
          }
        }
      }
    }
  }
}
