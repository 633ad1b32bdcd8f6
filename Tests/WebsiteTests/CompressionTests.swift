import CZlib
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `An answer of text` {
  private static let packs: HTTPFields = [.acceptEncoding: "gzip, deflate, br"]

  @Test(arguments: [
    "/", "/stones", "/lands", "/stones/s1", "/stones.json", "/openapi.json", "/nothing-here",
    "/stones/none.json", "/stones/changes.atom", "/metrics", "/lands/EE/picture/flag",
  ])
  func `is packed for those who take gzip, and says the same`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let plain = try await client.execute(uri: path, method: .get)
      let packed = try await client.execute(uri: path, method: .get, headers: Self.packs)
      #expect(plain.headers[.contentEncoding] == nil)
      for answer in [plain, packed] {
        #expect(answer.headers[.vary]?.contains("Accept-Encoding") == true)
        #expect(answer.headers[.contentLength] == "\(answer.body.readableBytes)")
      }
      guard plain.body.readableBytes >= CompressionRule.leastBytes else { return }
      #expect(packed.status == plain.status)
      #expect(packed.headers[.contentEncoding] == "gzip")
      #expect(packed.body.readableBytes < plain.body.readableBytes)
      let unpacked = try unpack(packed.body)
      if path != "/metrics" { #expect(unpacked == Array(plain.body.readableBytesView)) }
      let head = try await client.execute(uri: path, method: .head, headers: Self.packs)
      #expect(head.headers[.contentEncoding] == "gzip")
      #expect(head.body.readableBytes == 0)
      if path != "/metrics" {
        #expect(head.headers[.contentLength] == packed.headers[.contentLength])
      }
    }
  }

  @Test(
    arguments: [
      (nil, false), ("", false), ("identity", false), ("br", false), ("gzip", true),
      ("GZIP", true), ("x-gzip", true), ("br, gzip;q=0.5", true), ("gzip; q=0", false),
      ("gzip;q=0.0, *", false), ("*", true), ("*;q=0", false), ("deflate, *;q=0.1", true),
      ("gzipped", false), (";;,,", false),
    ] as [(String?, Bool)])
  func `is packed as Accept-Encoding wishes`(header: String?, isWanted: Bool) {
    #expect(Gzip.isAccepted(by: header) == isWanted)
  }

  @Test func `of one byte, of a million, and of none can be packed`() throws {
    for bytes in [[], [7], [UInt8](repeating: 65, count: 1_000_000)] {
      #expect(try unpack(ByteBuffer(bytes: Gzip.packed(bytes, .quick))) == bytes)
    }
    let same = try (Gzip.packed([1, 2, 3], .thorough), Gzip.packed([1, 2, 3], .thorough))
    #expect(same.0 == same.1, "a tag would change without a reason")
  }

  @Test(arguments: ["/stones.csv", "/stones.ndjson", "/stones.sqlite", "/stones.geojson"])
  func `is sent as it is where it is an export`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let export = try await client.execute(uri: path, method: .get, headers: Self.packs)
      #expect(export.status == .ok)
      #expect(export.headers[.contentEncoding] == nil)
      #expect(export.headers[.acceleratorBuffering] == "no")
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Who has an answer already` {
  @Test(arguments: ["/", "/stones", "/lands?q=e", "/stones/s1", "/about", "/stones.json"])
  func `is told so in a few bytes, packed or not`(path: String) async throws {
    try await TrialLibrary.ask { client in
      for coding in ["gzip", "identity"] {
        let first = try await client.execute(
          uri: path, method: .get, headers: [.acceptEncoding: coding])
        let tag = try #require(first.headers[.eTag])
        if coding == "gzip" { #expect(tag.hasPrefix("W/")) }
        for method in [HTTPRequest.Method.get, .head] {
          let again = try await client.execute(
            uri: path, method: method, headers: [.acceptEncoding: coding, .ifNoneMatch: tag])
          #expect(again.status == .notModified)
          #expect(again.body.readableBytes == 0)
          #expect(again.headers[.eTag] == tag, "a cache must know which answer is meant")
          #expect(again.headers[.vary] == first.headers[.vary])
          #expect(again.headers[.cacheControl] == "no-cache")
        }
        let other = try await client.execute(
          uri: path, method: .get, headers: [.acceptEncoding: coding, .ifNoneMatch: "\"none\""])
        #expect(other.status == .ok)
      }
    }
  }

  @Test func `has it in one language and not in another`() async throws {
    try await TrialLibrary.ask { client in
      let english = try await client.execute(uri: "/stones", method: .get)
      let tag = try #require(english.headers[.eTag])
      let polish = try await client.execute(
        uri: "/stones", method: .get, headers: [.ifNoneMatch: tag, .acceptLanguage: "pl"])
      #expect(polish.status == .ok)
      #expect(polish.headers[.contentLanguage] == "pl")
    }
  }

  @Test func `gets what forbids keeping it anew`() async throws {
    try await TrialLibrary.ask { client in
      let wish = HTTPFields([HTTPField(name: .accept, value: "application/json")])
      let window = try await client.execute(uri: "/stones/live", method: .get, headers: wish)
      #expect(window.headers[.cacheControl] == "no-store")
      #expect(window.headers[.eTag] == nil)
    }
  }

  @Test func `has files for ever, packed once`() async throws {
    try await TrialLibrary.with { website in
      let file = try #require(website.assets.files["almanac.css"])
      let address = website.assets.address("almanac.css")
      try await website.application(logger: Logger(label: "test")).test(.router) { client in
        let answer = try await client.execute(
          uri: address, method: .get, headers: [.acceptEncoding: "gzip"])
        #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(answer.headers[.contentEncoding] == "gzip")
        #expect(answer.headers[.eTag] == "W/\"\(file.digest)\"")
        #expect(try unpack(answer.body) == file.bytes)
        #expect(answer.body.readableBytes * 3 < file.bytes.count)
      }
    }
  }
}

@Suite struct `The tag of a page` {
  private static let now = TrialLibrary.now
  private static let early = page("/lands/AA/picture/flag", "/lands/BB/picture/flag")
  private static let kept = page("/pictures/aa.png", "/pictures/bb.png")
  private static let redrawn = page("/pictures/aa.png", "/pictures/cc.png")

  private static func page(_ pictures: String...) -> [UInt8] {
    Array(pictures.map { "<li><img class=\"picture\" src=\"\($0)\">A</li>" }.joined().utf8)
  }

  private func known(_ old: [UInt8], _ new: [UInt8], hoursLater: Double = 0) -> String? {
    let later = Self.now.addingTimeInterval(hoursLater * 3600)
    return PageTag(new, at: later).known(in: PageTag(old, at: Self.now).header, at: later)
  }

  @Test func `stands for the same page`() {
    for page in [Self.early, Self.kept, Array("<p>No picture</p>".utf8), []] {
      #expect(known(page, page, hoursLater: 0.9) == PageTag(page, at: Self.now).header)
    }
  }

  @Test func `stands for a page whose pictures have come since, for a day`() {
    #expect(known(Self.early, Self.kept) == PageTag(Self.early, at: Self.now).header)
    #expect(known(Self.early, Self.kept, hoursLater: 22) != nil)
    #expect(known(Self.early, Self.early, hoursLater: 22) != nil)
    #expect(known(Self.early, Self.kept, hoursLater: 25) == nil, "nobody knows where they lead")
    #expect(known(Self.early, Self.kept, hoursLater: -2) == nil, "a clock was set back")
  }

  @Test func `stands for no other text, and for no other pictures`() {
    #expect(known(Self.kept, Self.redrawn) == nil)
    #expect(known(Self.kept, Self.early) == nil)
    #expect(known(Self.early, Self.page("/lands/AA/picture/flag")) == nil)
    let renamed = String(decoding: Self.kept, as: UTF8.self).replacing("A</li>", with: "B</li>")
    #expect(known(Self.early, Array(renamed.utf8)) == nil)
    let mixed = Self.page("/pictures/aa.png", "/lands/BB/picture/flag")
    #expect(known(mixed, Self.kept) == nil)
  }

  @Test(arguments: ["", "\"\"", "W/\"x-early9\"", "early", "W/\"-early99999999999999999999\""])
  func `is not mistaken for another`(header: String) {
    #expect(PageTag(Self.kept, at: Self.now).known(in: header, at: Self.now) == nil)
  }
}

/// Unpacks gzip, and proves its checksum.
private func unpack(_ buffer: ByteBuffer) throws -> [UInt8] {
  var stream = z_stream()
  try #require(
    inflateInit2_(&stream, 15 + 16, zlibVersion(), Int32(MemoryLayout<z_stream>.size)) == Z_OK)
  defer { inflateEnd(&stream) }
  var input = Array(buffer.readableBytesView)
  var output = [UInt8](repeating: 0, count: 1 << 21)
  let code = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      return inflate(&stream, Z_FINISH)
    }
  }
  try #require(code == Z_STREAM_END)
  return Array(output.prefix(Int(stream.total_out)))
}
