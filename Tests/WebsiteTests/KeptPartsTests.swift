import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `A part of a copy` {
  @Test func `of another version is refused`() async throws {
    try await TrialLibrary.ask { client in
      let reader = KeptReader(client: client)
      let answer = try await reader.get("/-/offline/stones/0.json?version=1-2-3&lang=sk")
      #expect(answer.status == .conflict)
      #expect(answer.headers[.contentType] == "application/problem+json")
      let body = String(buffer: answer.body)
      #expect(body.contains("/about#other-version") && body.contains("Kópia sa zmenila"))
    }
  }

  @Test func `is of the version that its manifest names, after a new start too`() async throws {
    let versions = try await [0, 1].asyncMap { _ in
      try await TrialLibrary.ask { client in
        let manifest = try await KeptReader(client: client).json("/-/offline/stones.json")
        return manifest["version"]?.text ?? ""
      }
    }
    let epochs = try await [0, 1].asyncMap { _ in
      try await TrialLibrary.ask { client in
        try await KeptReader(client: client).json("/stones.json")["version"]?.text ?? ""
      }
    }
    #expect(versions[0] == versions[1] && !versions[0].isEmpty)
    #expect(epochs[0] != epochs[1])
  }

  @Test func `is refused once the copy has changed, and its manifest names another`() async throws {
    try await PlacesTrial.ask { client, trial in
      let reader = KeptReader(client: client)
      let before = try await reader.json("/-/offline/stops.json")
      let part = try #require(before["parts"]?[0]?.text)
      let eight = try await reader.rows(before)
      #expect(eight.count == 8)
      try await trial.sync([
        "1,Krak\u{F3}w,Krak\u{F3}w,50.0647,19.9450", "2,Gdynia,Gdynia,54.5,18.5",
      ])
      for headers in [[:], [.acceptEncoding: "gzip"]] as [HTTPFields] {
        let answer = try await reader.get(part, headers)
        #expect(answer.status == .conflict)
      }
      let after = try await reader.json("/-/offline/stops.json")
      #expect(after["version"] != before["version"])
      let two = try await reader.rows(after)
      #expect(two.count == 2)
    }
  }

  @Test func `is the same copy after a check that changed nothing`() async throws {
    try await PlacesTrial.ask { client, trial in
      let reader = KeptReader(client: client)
      let rows = ["1,A,A,50,19", "2,B,B,54,18"]
      try await trial.sync(rows)
      let before = try await reader.json("/-/offline/stops.json")
      try await trial.sync(rows)
      let after = try await reader.json("/-/offline/stops.json")
      #expect(after["version"] == before["version"])
      #expect(after["copied_at"] != before["copied_at"])
    }
  }

  @Test func `tells how often its records changed`() async throws {
    try await PeaksTrial.ask { client, trial in
      let reader = KeptReader(client: client)
      let website = try Website(
        library: trial.library, options: Website.Options(share: TrialLibrary.share),
        now: { TrialLibrary.now },
        files: try TrialLibrary.files.get())
      let manifest = try await reader.json("/-/offline/peaks.json")
      let rows = try await reader.rows(manifest)
      #expect(rows.count { $0["page"]?["history"] != nil } >= 2)
      for (place, row) in rows.enumerated() {
        let kept = try KeptPage(
          manifest, row,
          (place > 0 ? rows[place - 1] : nil, place + 1 < rows.count ? rows[place + 1] : nil),
          greets: false)
        let real = String(buffer: try await reader.get(kept.address).body)
        #expect(kept.page(website) == real)
      }
    }
  }

  @Test func `packed holds what it holds unpacked, and the next device costs no work`() async throws
  {
    try await TrialLibrary.with { website in
      let app = website.application(logger: Logger(label: "test"))
      try await app.test(.router) { client in
        let reader = KeptReader(client: client)
        let manifest = try await reader.json("/-/offline/stones.json")
        let path = try #require(manifest["parts"]?[0]?.text)
        let plain = try await reader.get(path)
        #expect(website.keptParts.size == 0)
        let packed = try await reader.get(path, [.acceptEncoding: "gzip"])
        #expect(packed.headers[.contentEncoding] == "gzip")
        #expect(packed.body.readableBytes * 4 < plain.body.readableBytes)
        let expected = try Gzip.packed(plain.body.readableBytesView, .quick)
        #expect(Array(packed.body.readableBytesView) == expected)
        // Its name and its place count as well.
        let size = packed.body.readableBytes
        #expect((size...size + 512).contains(website.keptParts.size))
        let (first, second) = (website.keeping.permit(), website.keeping.permit())
        let again = try await reader.get(path, [.acceptEncoding: "gzip"])
        #expect(again.body == packed.body)
        #expect(again.headers == packed.headers)
        first?.end()
        second?.end()
      }
    }
  }

  @Test func `is made for so many devices at once`() async throws {
    try await TrialLibrary.with { website in
      let app = website.application(logger: Logger(label: "test"))
      try await app.test(.router) { client in
        let reader = KeptReader(client: client)
        let taken = [website.keeping.permit(), website.keeping.permit()].compactMap(\.self)
        #expect(taken.count == 2)
        for path in ["/-/offline/stones.json", "/-/offline/stones/0.json"] {
          let answer = try await reader.get(path)
          #expect(answer.status == .serviceUnavailable)
          #expect(answer.headers[.retryAfter] == "2")
          #expect(String(buffer: answer.body).contains("/about#many-keeping"))
        }
        for permit in taken { permit.end() }
        let free = try await reader.get("/-/offline/stones/0.json")
        #expect(free.status == .ok)
        #expect(website.keeping.permit() != nil)
      }
    }
  }

  @Test func `is not sent again to who has it`() async throws {
    try await TrialLibrary.ask { client in
      let reader = KeptReader(client: client)
      let manifest = try await reader.json("/-/offline/stones.json")
      let path = try #require(manifest["parts"]?[0]?.text)
      let part = try await reader.get(path)
      let tag = try #require(part.headers[.eTag])
      let again = try await reader.get(path, [.ifNoneMatch: tag])
      #expect(again.status == .notModified && again.body.readableBytes == 0)
      let head = try await client.execute(uri: path, method: .head)
      #expect(head.status == .ok && head.headers[.eTag] == tag && head.body.readableBytes == 0)
    }
  }

  @Test(arguments: [
    ("/-/offline/none.json", 404), ("/-/offline/stones/1.json", 404),
    ("/-/offline/stones/-1.json", 404), ("/-/offline/stones/9999999999999999999.json", 404),
    ("/-/offline/stones/x.json", 404), ("/-/offline/stones.json?x=1", 400),
    ("/-/offline/stones.json?units=ells", 400), ("/-/offline/stones.json?lang=xx", 400),
    ("/-/offline/stones/0.json?offset=3", 400),
  ])
  func `that there is not is a problem, in the words of problems`(
    path: String, status: Int
  ) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await KeptReader(client: client).get(path)
      #expect(answer.status.code == status)
      #expect(answer.headers[.contentType] == "application/problem+json")
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `What may be kept` {
  @Test func `is no stream, and its list does not offer it`() async throws {
    try await PeaksTrial.ask { client, _ in
      let reader = KeptReader(client: client)
      let answer = try await reader.get("/-/offline/ticks.json", [.acceptLanguage: "pl"])
      #expect(answer.status == .notFound)
      let body = String(buffer: answer.body)
      #expect(body.contains("/about#not-kept") && body.contains("Ticks: tego zbioru"))
      let ticks = try await reader.json("/ticks", [.accept: PageModel.type])
      #expect(ticks["model"]?["keep"] == .nothing)
      let peaks = try await reader.json("/peaks", [.accept: PageModel.type])
      #expect(peaks["model"]?["keep"]?["offered"] == .text("peaks"))
    }
  }

  @Test func `has records, and not too many`() async throws {
    let dataset = try await TrialLibrary.with { try #require($0.library.dataset("stones")) }
    #expect(
      [0, 1, 100_000, 100_001].map { KeptCopy.isOffered(dataset, count: $0) }
        == [false, true, true, false])
  }
}

@Suite struct `The parts that are held` {
  /// What each part takes beside its bytes, with a tag of one letter.
  private static let own = ByteBoundedCache<String, [UInt8]>.overhead + 1

  private func bytes(_ count: Int) -> [UInt8] { Array(repeating: 7, count: count) }

  @Test func `are those that were asked for last`() {
    let parts = KeptParts(most: 2 * Self.own + 10)
    parts.hold(bytes(4), "a")
    parts.hold(bytes(4), "b")
    #expect(parts["a"]?.count == 4)
    parts.hold(bytes(4), "c")
    #expect(parts["b"] == nil && parts["a"] != nil && parts["c"] != nil)
    #expect(parts.size == 2 * Self.own + 8)
  }

  @Test func `never grow beyond the most`() {
    let parts = KeptParts(most: Self.own + 10)
    parts.hold(bytes(11), "a")
    #expect(parts["a"] == nil && parts.size == 0)
    for number in 0..<50 {
      parts.hold(bytes(number % 7 + 1), "\(number % 5)")
      #expect(parts.size <= Self.own + 10)
    }
    parts.hold(bytes(10), "z")
    #expect(parts.size == Self.own + 10 && parts["z"]?.count == 10)
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows
    -> [Value]
  {
    var values: [Value] = []
    for element in self { values.append(try await body(element)) }
    return values
  }
}
