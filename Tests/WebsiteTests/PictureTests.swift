import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `A picture on the web` {
  @Test func `is led to by the record's own address, and kept for ever under its content's`()
    async throws
  {
    try await PictureTrial.ask { client in
      let first = try await client.execute(uri: "/lands/AA/picture/flag", method: .get)
      #expect(first.status == .found)
      #expect(first.headers[.cacheControl] == "max-age=86400")
      let address = try #require(first.headers[.location])
      let hash = try #require(address.wholeMatch(of: /\/pictures\/([0-9a-f]{64})\.png/)?.1)
      let picture = try await client.execute(uri: address, method: .get)
      #expect(picture.status == .ok)
      #expect(picture.headers[.contentType] == "image/png")
      #expect(picture.headers[.cacheControl] == "public, max-age=31536000, immutable")
      #expect(picture.headers[.eTag] == "\"\(hash)\"")
      #expect(picture.headers[.xContentTypeOptions] == "nosniff")
      #expect(Data(picture.body.readableBytesView) == PictureTrial.png)
      let known = try await client.execute(
        uri: address, method: .get, headers: [.ifNoneMatch: "\"\(hash)\""])
      #expect(known.status == .notModified)
      #expect(known.body.readableBytes == 0)
      let head = try await client.execute(uri: address, method: .head)
      #expect(head.headers[.contentLength] == "\(PictureTrial.png.count)")
    }
  }

  @Test func `runs nothing when it is an SVG that somebody opens as a page`() async throws {
    try await PictureTrial.ask { client in
      let first = try await client.execute(uri: "/lands/BB/picture/flag", method: .get)
      let address = try #require(first.headers[.location])
      let drawing = try await client.execute(uri: address, method: .get)
      #expect(drawing.headers[.contentType] == "image/svg+xml")
      let policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
      #expect(drawing.headers[.contentSecurityPolicy] == policy)
    }
  }

  @Test(arguments: ["CC", "DD", "EE"])
  func `is drawn with the code where it is scripted, refused or not there`(_ id: String)
    async throws
  {
    try await PictureTrial.ask { client in
      let drawn = try await client.execute(uri: "/lands/\(id)/picture/flag", method: .get)
      #expect(drawn.status == .ok)
      #expect(drawn.headers[.contentType] == "image/svg+xml")
      #expect(drawn.headers[.cacheControl] == "no-cache")
      #expect(drawn.headers[.contentSecurityPolicy]?.hasPrefix("sandbox;") == true)
      #expect(String(buffer: drawn.body).contains(">\(id)</text>"))
      let list = String(buffer: try await client.execute(uri: "/lands", method: .get).body)
      #expect(list.contains("<span class=\"picture drawn\" aria-hidden=\"true\">\(id)</span>"))
    }
  }

  @Test func `is named by its content on pages once that is known`() async throws {
    try await PictureTrial.ask { client in
      let before = String(buffer: try await client.execute(uri: "/lands", method: .get).body)
      #expect(before.contains("height=\"33\" src=\"/lands/AA/picture/flag\""))
      let first = try await client.execute(uri: "/lands/AA/picture/flag", method: .get)
      let address = try #require(first.headers[.location])
      for page in ["/lands", "/lands/AA"] {
        let text = String(buffer: try await client.execute(uri: page, method: .get).body)
        #expect(text.contains("src=\"\(address)\""))
      }
      let record = String(buffer: try await client.execute(uri: "/lands/AA", method: .get).body)
      #expect(record.contains("alt=\"Flag: Aland\" width=\"320\" height=\"240\""))
      let metrics = String(buffer: try await client.execute(uri: "/metrics", method: .get).body)
      #expect(metrics.contains("almanac_pictures 1\n"))
      #expect(metrics.contains("almanac_pictures_bytes \(PictureTrial.png.count)\n"))
    }
  }

  @Test(arguments: [
    "/pictures/none.png", "/pictures/\(String(repeating: "0", count: 64)).png",
    "/pictures/..%2F..%2Findex.ndjson", "/lands/AA/picture/name", "/lands/AA/picture/none",
  ])
  func `is not found under any other name`(_ path: String) async throws {
    try await PictureTrial.ask { client in
      let answer = try await client.execute(uri: path, method: .get)
      #expect(answer.status == .notFound)
      #expect(answer.headers[.contentSecurityPolicy] == ProblemMiddleware.contentSecurityPolicy)
    }
  }
}

/// A library of lands whose flags are files, of a scripted one, and of one on a private address.
private enum PictureTrial {
  static let png =
    Data(
      base64Encoded: """
        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg\
        gg==
        """) ?? Data()

  static func ask<Value: Sendable>(
    _ body: @Sendable (any TestClientProtocol) async throws -> Value
  ) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }  // a leftover folder fails no test
    try write(to: folder)
    var configuration = Library.Configuration(
      dataDirectory: folder.appending(path: "data"),
      datasetDirectories: [folder.appending(path: "datasets")])
    configuration.now = { TrialLibrary.now }
    configuration.logger.logLevel = .critical
    let library = try await Library(configuration: configuration)
    let website = try Website(
      library: library, options: Website.Options(share: TrialLibrary.share),
      now: { TrialLibrary.now },
      files: try TrialLibrary.files.get())
    let result: Result<Value, any Error>
    do {
      let application = website.application(logger: Logger(label: "test"))
      result = .success(try await application.test(.router, body))
    } catch { result = .failure(error) }
    try await library.shutdown()
    return try result.get()
  }

  private static func write(to folder: URL) throws {
    let own = folder.appending(path: "datasets/lands")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    try Data(declaration.utf8).write(to: own.appending(path: "dataset.yaml"))
    try Data(rows.utf8).write(to: own.appending(path: "snapshot.json"))
    try png.write(to: own.appending(path: "aa.img"))
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\">"
    try Data("\(drawing)</svg>".utf8).write(to: own.appending(path: "bb.img"))
    try Data("\(drawing)<script/></svg>".utf8).write(to: own.appending(path: "cc.img"))
  }

  private static let declaration = """
    id: lands
    title: Lands
    source: { kind: json, url: "file:///nowhere/lands.json" }
    credit: { text: Nobody, licence: CC0 }
    refresh: { every: 24h, when: timer }
    key: id
    fields:
      name: { type: text }
      flag: { type: image, file: "{id_lower}.img", hosts: [localhost] }
    search: [name]
    list: { sort: [name], title: name, image: flag }
    snapshot: { file: snapshot.json, credit: { text: A test, licence: CC0 } }
    """

  private static let rows = """
    {"dataset":"lands","made":"2026-11-18","rows":[
    {"id":"AA","name":"Aland"},{"id":"BB","name":"Bland"},{"id":"CC","name":"Cland"},
    {"id":"DD","name":"Dland","flag":"http://localhost:9/dd.png"},{"id":"EE","name":"Eland"}
    ]}
    """
}
