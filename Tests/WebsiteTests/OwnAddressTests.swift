import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `An address that is written back` {
  /// Paths that lead elsewhere where a browser reads them as they are.
  static let odd = [
    "//evil.example/x", "///evil.example", "//evil.example:80/x?y=//evil.example",
    "/\\evil.example/x", "/\\/evil.example", "\\\\evil.example", "/%2f%2fevil.example",
    "/%5cevil.example", "/\t/evil.example", "/%09//evil.example", "/\n/evil.example",
    "/.//evil.example", "/..//evil.example/x", "/\u{1}//evil.example", "//stones", "//stones//s1",
    "//about", "//search?q=//evil.example", "//stones?fall=//evil.example", "///stones/map",
    "//evil.example/x.json", "//stones/none.json", "//stones/live?x=1", "//stones?limit=0",
    "//preferences", "http://evil.example//evil.example/x", "//evil.example/\"><script>",
  ]

  @Test(arguments: odd) func `leads to this server, wherever it stands`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(
        uri: path, method: .get, headers: RouteSamples.once)
      Self.check(answer, path)
    }
  }

  @Test func `leads to this server on every page, however its slashes are doubled`() async throws {
    try await RouteSamples.ask { samples, client in
      for (route, address) in samples.read {
        for path in [
          "/" + address, "//evil.example/.." + address, address.replacing("/", with: "//"),
        ] {
          for method in [HTTPRequest.Method.get, .post].prefix(path.hasPrefix("//e") ? 2 : 1) {
            let answer = try await client.execute(
              uri: path, method: method, headers: RouteSamples.once)
            Self.check(answer, "\(route.name) \(path)")
          }
        }
      }
    }
  }

  @Test(arguments: odd) func `leads to this server where a form is sent from it`(path: String)
    async throws
  {
    try await TrialLibrary.ask { client in
      let body = "language=pl&back=" + Address.encoded(path)
      for referrer in [nil, "http://localhost" + path] {
        var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        headers[.referer] = referrer
        let answer = try await client.execute(
          uri: "/preferences", method: .post, headers: headers, body: ByteBuffer(string: body))
        #expect(answer.status == .seeOther)
        Self.check(answer, path)
      }
    }
  }

  @Test func `is not written back where it is longer than any of ours`() async throws {
    try await TrialLibrary.ask { client in
      let long = String(repeating: "x", count: Request.longestPath)
      for path in ["/" + long, "/stones/" + long + ".json", "//" + long] {
        let answer = try await client.execute(uri: path, method: .get)
        #expect(answer.status == .uriTooLong)
        #expect(answer.body.readableBytes < Request.longestPath)
      }
      let longest = "/stones/" + long.dropLast(8)
      let answer = try await client.execute(uri: longest, method: .get)
      #expect(answer.status == .notFound)
    }
  }

  @Test func `is read in one place`() throws {
    let folder = TrialLibrary.repository.appending(path: "Sources/Website")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    for file in files where file.hasSuffix(".swift") && !file.hasSuffix("/OwnAddress.swift") {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      #expect(!text.contains("uri.path") && !text.contains("uri.string"), "\(file)")
    }
  }

  /// Every address in an answer: of links, forms, hidden fields, problems and redirects.
  private static func check(_ answer: TestResponse, _ path: String) {
    let text = String(buffer: answer.body)
    var found = [answer.headers[.location]].compactMap(\.self)
    let pattern = #/(?:href|action|src|from|live)="([^"]*)"|name="back" value="([^"]*)"/#
    found += text.matches(of: pattern).compactMap { ($0.1 ?? $0.2).map(String.init) }
    found += text.matches(of: #/"instance":"([^"]*)"/#).map { String($0.1) }
    for address in found {
      let read = address.replacing(#/[\u0000-\u0020]/#, with: "").replacing("\\", with: "/")
      #expect(!read.hasPrefix("//"), "\(path): \(address)")
      #expect(!read.hasPrefix("http://evil") && !read.hasPrefix("https://evil"), "\(path)")
    }
    #expect(!text.contains("<script>"), "\(path)")
  }
}
