import AlmanacDeclarations
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `A key that is a word of addresses` {
  @Test func `leads to its record from every page and document`() async throws {
    try await OddKeysTrial.ask { client in
      let pages = ["/~status~?limit=1000", "/~status~/near?lat=0&lon=0&limit=1000"]
      var texts: [String] = []
      for page in pages {
        let answer = try await client.execute(uri: page, method: .get)
        #expect(answer.status == .ok)
        texts.append(String(buffer: answer.body))
      }
      for (number, key) in OddKeysTrial.keys.enumerated() {
        let address = Address.record("status", .text(key))
        for text in texts { #expect(text.contains("href=\"\(address)\""), "\(key.prefix(40))") }
        let page = try await client.execute(uri: address, method: .get)
        #expect(page.status == .ok, "\(address.prefix(60))")
        let text = String(buffer: page.body)
        #expect(text.contains("<h1>Odd \(number) end</h1>"), "\(address.prefix(60))")
        guard number % 4 == 0 else { continue }
        for link in Self.links(text) where link.hasPrefix("/~status~") && !link.contains("lang=") {
          let answer = try await client.execute(uri: link, method: .get)
          #expect(
            [.ok, .found].contains(answer.status), "\(address.prefix(60)): \(link.prefix(90))")
        }
      }
    }
  }

  @Test func `is told by search and maps, and has a document, a picture and changes`()
    async throws
  {
    try await OddKeysTrial.ask { client in
      for (number, key) in OddKeysTrial.keys.enumerated() {
        let address = Address.record("status", .text(key))
        let twin = try await Self.record(client, address + ".json")
        #expect(twin == key, "\(address.prefix(60))")
        let found = try await client.execute(
          uri: "/search.json?q=Odd%20\(number)%20end&limit=100", method: .get)
        #expect(String(buffer: found.body).contains("\"href\":\"\(address)\""))
        let query = Address.encoded(key)
        for path in [
          address + "/picture/flag", "/~status~/changes?id=\(query)",
          "/~status~/changes.atom?id=\(query)", "/~status~/near?id=\(query)",
          "/~status~/distance?from=\(query)&to=PL",
        ] {
          let answer = try await client.execute(uri: path, method: .get)
          #expect(answer.status == .ok, "\(path.prefix(90))")
        }
        let map = try await client.execute(uri: "/~status~/map?map-id=\(query)", method: .get)
        #expect(String(buffer: map.body).contains("href=\"\(address)\""), "\(key.prefix(40))")
      }
    }
  }

  @Test func `may stand between tildes, whatever it is, and its page says where it is`()
    async throws
  {
    try await OddKeysTrial.ask { client in
      for key in OddKeysTrial.keys {
        let enclosed = "/~status~/~\(Address.encoded(key))~"
        let twin = try await Self.record(client, enclosed + ".json")
        #expect(twin == key)
        let page = String(
          buffer: try await client.execute(uri: enclosed, method: .get).body)
        let address = Address.record("status", .text(key))
        #expect(page.contains("hreflang=\"x-default\" href=\"\(address)\""), "\(key.prefix(40))")
      }
    }
  }

  @Test(arguments: ["/lands/AA", "/lands/~AA~", "/~lands~/AA", "/~lands~/~AA~", "/stones/bare"])
  func `and every other is answered as it always was`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let page = try await client.execute(uri: path, method: .get)
      #expect(page.status == .ok)
      let twin = try await client.execute(uri: path + ".json", method: .get)
      #expect(twin.status == .ok)
    }
  }

  @Test func `is any word that a route has, now or later`() async throws {
    try await TrialLibrary.with { website in
      for route in website.routes {
        let parts = route.path.split(separator: "/").map(String.init)
        for (place, part) in parts.enumerated() where !part.hasPrefix("{") {
          let isKey = PathPart.text(ofKey: part) == "~\(part)~"
          #expect(isKey || part == "-", "\(route.path): \(part)")
          guard place == 0 else { continue }
          let word = String(part.prefix { $0 != "." })
          let isReserved = PathPart.text(ofDataset: word) != word
          let canBeID = word.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil
          #expect(isReserved || !canBeID || part == "app.webmanifest", "\(route.path)")
        }
        for suffix in parts.compactMap({ $0.split(separator: "}").last })
        where suffix.hasPrefix(".") {
          #expect(PathPart.text(ofKey: "X\(suffix)") == "~X\(suffix)~", "\(route.path)")
        }
      }
    }
  }

  @Test func `is known to the scripts by the same ids`() throws {
    let file = TrialLibrary.share.appending(path: "scripts/path-part.js")
    let text = try String(contentsOf: file, encoding: .utf8)
    let list = try #require(text.firstMatch(of: #/new Set\(\[([^\]]*)\]/#)).1
    let ids = list.matches(of: #/"([a-z]+)"/#).map { String($0.1) }
    #expect(Set(ids) == Dataset.reservedDatasetNames)
  }

  @Test func `and addresses are made in one place`() throws {
    let folder = TrialLibrary.repository.appending(path: "Sources/Website")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    for file in files where file.hasSuffix(".swift") && !file.hasSuffix("/Address.swift") {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      #expect(text.firstMatch(of: #/"/" \+ dataset|"/\\\(dataset/#) == nil, "\(file)")
    }
  }

  /// The key of the record that a document is about.
  private static func record(
    _ client: any TestClientProtocol, _ uri: String
  ) async throws -> String? {
    let body = try await client.execute(uri: uri, method: .get).body
    let value = try JSONDecoder().decode(SchemaValue.self, from: Data(body.readableBytesView))
    return value["record"]?["id"]?.text
  }

  private static func links(_ text: String) -> Set<String> {
    Set(
      text.matches(of: #/(?:href|src)="([^"#]*)"/#).map {
        String($0.1).replacing("&amp;", with: "&")
      })
  }
}
