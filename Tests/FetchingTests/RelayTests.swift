import Foundation
import Testing

@testable import AlmanacFetching

extension Trial {
  /// Asks through the relay, as a client of the cache proxy does.
  fileprivate func ask(
    _ url: URL, _ headers: [String: String] = [:], method: String = "GET"
  ) async throws -> RelayAnswer {
    try await fetcher.relay(
      RelayRequest(method, url, headers: headers.map { HTTPHeader($0.key, $0.value) }))
  }
}

extension RelayAnswer {
  fileprivate var text: String { String(decoding: body, as: UTF8.self) }
  fileprivate func header(_ name: String) -> String? { headers.combined(name) }
}

/// Runs a body with a relay in front of a server that counts its requests in the answer's text.
private func withRelay(
  answering answer: @escaping @Sendable (Asked, Int) async -> Served,
  _ body: (Trial, LoopbackServer) async throws -> Void
) async throws {
  let count = Counter()
  try await withServer(answering: { await answer($0, count.next()) }) { server in
    try await withFetcher { try await body($0, server) }
  }
}

private let minute = ["Cache-Control": "max-age=60"]

@Suite(.timeLimit(.minutes(5))) struct `A relayed request` {
  @Test func `is answered from the cache with its age, while that is fresh`() async throws {
    try await withRelay(answering: { _, count in .text("\(count)", minute) }) { trial, server in
      #expect(try await trial.ask(server.url("/a?x=1")).header("Age") == nil)
      trial.time.advance(59)
      let second = try await trial.ask(server.url("/a?x=1"))
      #expect(second.text == "1" && second.header("Age") == "59")
      #expect(try await trial.ask(server.url("/a?x=2")).text == "2")
      trial.time.advance(1)
      #expect(try await trial.ask(server.url("/a?x=1")).text == "3")
    }
  }

  @Test(arguments: [200, 203, 299, 301, 302, 307, 308, 400, 404, 410, 500, 503, 599])
  func `is answered with what the origin said, whatever it was`(_ status: Int) async throws {
    let headers = minute.merging(["Location": "/b", "Set-Cookie": "a=b"]) { $1 }
    try await withRelay(answering: { _, count in .answer(status, headers, Array("\(count)".utf8)) })
    {
      trial, server in
      for _ in 1...2 {
        let answer = try await trial.ask(server.url("/a"))
        #expect(answer.status == status && answer.text == "1")
        #expect(answer.header("Set-Cookie") == "a=b" && answer.header("Location") == "/b")
      }
    }
  }

  @Test func `is answered with the very bytes, however they are packed`() async throws {
    let packed: [UInt8] = [0x1f, 0x8b, 0, 1, 2]
    let headers = minute.merging(["Content-Encoding": "gzip"]) { $1 }
    try await withRelay(answering: { _, _ in .answer(200, headers, packed) }) { trial, server in
      for _ in 1...2 {
        let answer = try await trial.ask(server.url("/a"))
        #expect(answer.body == Data(packed) && answer.header("Content-Encoding") == "gzip")
        #expect(answer.header("Content-Length") == "5")
      }
    }
  }

  @Test func `hands on no field of either connection`() async throws {
    let ofConnection = [
      "Keep-Alive": "timeout=5", "Connection": "X-Mine", "X-Mine": "1", "TE": "x",
    ]
    try await withRelay(answering: { _, _ in
      .text("a", minute.merging(ofConnection) { $1 }.merging(["X-Kept": "1"]) { $1 })
    }) { trial, server in
      for _ in 1...2 {
        let answer = try await trial.ask(
          server.url("/a"), ["Connection": "X-Hop", "X-Hop": "1", "Upgrade": "x", "X-Far": "1"])
        #expect(answer.header("X-Kept") == "1")
        for name in ofConnection.keys { #expect(answer.header(name) == nil) }
      }
      let asked = try #require(server.asked.first)
      #expect(asked.header("X-Far") == "1" && asked.header("X-Hop") == nil)
      #expect(asked.header("Upgrade") == nil)
      #expect(server.asked.count == 1)
    }
  }

  @Test func `with a fresh answer is not sent when only that is wanted, else told 504`()
    async throws
  {
    try await withRelay(answering: { _, _ in .text("a", minute) }) { trial, server in
      let only = ["Cache-Control": "only-if-cached"]
      #expect(try await trial.ask(server.url("/a"), only).status == 504)
      #expect(server.asked.isEmpty)
      _ = try await trial.ask(server.url("/a"))
      #expect(try await trial.ask(server.url("/a"), only).text == "a")
    }
  }

  @Test func `may keep itself out of the cache`() async throws {
    try await withRelay(answering: { _, count in .text("\(count)", minute) }) { trial, server in
      let secret = ["Cache-Control": "no-store"]
      let first = try await trial.ask(server.url("/a"), secret)
      #expect(first.text == "1" && trial.files.isEmpty)
      #expect(try await trial.ask(server.url("/a")).text == "2")
      #expect(try await trial.ask(server.url("/a"), secret).text == "3")
      #expect(try await trial.ask(server.url("/a")).text == "2")
    }
  }

  @Test func `with a credential may be answered from a private cache`() async throws {
    try await withRelay(answering: { _, count in .text("\(count)", minute) }) { trial, server in
      for _ in 1...2 {
        let answer = try await trial.ask(server.url("/a"), ["Authorization": "Bearer x"])
        #expect(answer.text == "1")
      }
    }
  }

  @Test(arguments: ["If-Match", "If-Unmodified-Since"])
  func `with a condition that only the origin can judge is sent`(_ name: String) async throws {
    try await withRelay(answering: { _, count in .text("\(count)", minute) }) { trial, server in
      _ = try await trial.ask(server.url("/a"))
      let answer = try await trial.ask(server.url("/a"), [name: "\"x\""])
      #expect(answer.text == "2" && server.asked.last?.header(name) == "\"x\"")
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A stale stored answer` {
  @Test func `is confirmed with its own validators, and its head brought up to date`()
    async throws
  {
    try await withRelay(answering: { asked, count in
      let headers = minute.merging(["ETag": "W/\"v1\"", "X-Count": "\(count)"]) { $1 }
      return asked.header("If-None-Match") == "W/\"v1\""
        ? .answer(304, headers) : .text("one", headers.merging(["X-First": "1"]) { $1 })
    }) { trial, server in
      _ = try await trial.ask(server.url("/a"))
      trial.time.advance(61)
      let second = try await trial.ask(server.url("/a"), ["If-None-Match": "\"mine\""])
      #expect(second.status == 200 && second.text == "one" && second.header("X-Count") == "2")
      #expect(second.header("X-First") == "1" && second.header("Age") == "0")
      trial.time.advance(30)
      let third = try await trial.ask(server.url("/a"))
      #expect(third.header("X-Count") == "2" && third.header("Age") == "30")
      #expect(trial.files.count == 1)
      #expect(server.asked.count == 2)
    }
  }

  @Test func `that was confirmed may be new to the client or not`() async throws {
    try await withRelay(answering: { asked, _ in
      asked.header("If-None-Match") == nil
        ? .text("one", ["ETag": "\"v1\""]) : .answer(304, ["ETag": "\"v1\""])
    }) { trial, server in
      _ = try await trial.ask(server.url("/a"))
      let held = try await trial.ask(server.url("/a"), ["If-None-Match": "\"v0\", \"v1\""])
      #expect(held.status == 304 && held.body.isEmpty && held.header("ETag") == "\"v1\"")
      let part = try await trial.ask(server.url("/a"), ["Range": "bytes=1-"])
      #expect(part.status == 206 && part.text == "ne")
      #expect(server.asked.allSatisfy { $0.header("Range") == nil })
    }
  }

  @Test func `of which a 304 does not speak is asked for whole`() async throws {
    try await withRelay(answering: { asked, count in
      asked.header("If-None-Match") == nil
        ? .text("\(count)", ["ETag": "\"v\(count)\""]) : .answer(304, ["ETag": "\"other\""])
    }) { trial, server in
      _ = try await trial.ask(server.url("/a"))
      #expect(try await trial.ask(server.url("/a")).text == "3")
    }
  }

  @Test func `stands for a server that is gone, unless that is forbidden`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let time = ManualTime()
    let urls = try await withServer(answering: { asked in
      .text(
        "a", ["Cache-Control": asked.target == "/a" ? "max-age=1" : "max-age=1, must-revalidate"])
    }) { server in
      try await withFetcher(in: folder, time) { trial in
        for path in ["/a", "/b"] { _ = try await trial.ask(server.url(path)) }
      }
      return [server.url("/a"), server.url("/b")]
    }
    time.advance(9)
    try await withFetcher(in: folder, time) { trial in
      let answer = try await trial.ask(urls[0])
      #expect(answer.text == "a" && answer.header("Age") == "9")
      await #expect(throws: FetchError.self) { try await trial.ask(urls[1]) }
      await #expect(throws: FetchError.self) {
        try await trial.ask(urls[0], ["Cache-Control": "no-cache"])
      }
    }
  }

  @Test func `stands for an error as long as stale-if-error lets it`() async throws {
    try await withRelay(answering: { _, count in
      count == 1
        ? .text("a", ["Cache-Control": "max-age=1, stale-if-error=60"]) : .answer(503, [:])
    }) { trial, server in
      _ = try await trial.ask(server.url("/a"))
      trial.time.advance(61)
      #expect(try await trial.ask(server.url("/a")).text == "a")
      trial.time.advance(1)
      #expect(try await trial.ask(server.url("/a")).status == 503)
      #expect(trial.files.count == 1)
    }
  }

  @Test func `is served while it is asked for again, and then replaced`() async throws {
    try await withRelay(answering: { _, count in
      .text("\(count)", ["Cache-Control": "max-age=1, stale-while-revalidate=60"])
    }) { trial, server in
      _ = try await trial.ask(server.url("/a"))
      trial.time.advance(5)
      let stale = try await trial.ask(server.url("/a"))
      #expect(stale.text == "1" && server.asked.count == 1)
      try await trial.fetcher.revalidate(try #require(stale.revalidation))
      let fresh = try await trial.ask(server.url("/a"))
      #expect(fresh.text == "2" && fresh.revalidation == nil)
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A fresh stored answer, relayed,` {
  @Test func `is cut to the range that is wanted`() async throws {
    let headers = minute.merging(["ETag": "\"v1\"", "X-A": "1"]) { $1 }
    try await withRelay(answering: { _, _ in .text("0123456789", headers) }) { trial, server in
      _ = try await trial.ask(server.url("/a"))
      func part(_ range: String, _ condition: String? = nil) async throws -> RelayAnswer {
        try await trial.ask(
          server.url("/a"),
          ["Range": range].merging(condition.map { ["If-Range": $0] } ?? [:]) { $1 })
      }
      let some = try await part("bytes=2-4")
      #expect(some.status == 206 && some.text == "234" && some.header("X-A") == "1")
      #expect(some.header("Content-Range") == "bytes 2-4/10")
      #expect(try await part("bytes=-1", "\"v1\"").text == "9")
      #expect(try await part("bytes=-1", "\"v2\"").status == 200)
      #expect(try await part("bytes=-1", "W/\"v1\"").status == 200)
      #expect(try await part("bytes=0-0,2-2").text == "0123456789")
      let none = try await part("bytes=10-")
      #expect(none.status == 416 && none.header("Content-Range") == "bytes */10")
      #expect(server.asked.count == 1)
    }
  }

  @Test func `answers a HEAD without its bytes`() async throws {
    try await withRelay(answering: { _, _ in .text("abc", minute) }) { trial, server in
      _ = try await trial.ask(server.url("/a"))
      let head = try await trial.ask(server.url("/a"), method: "HEAD")
      #expect(head.body.isEmpty && head.header("Content-Length") == "3")
      #expect(server.asked.count == 1)
    }
  }

  @Test func `is never a part of one`() async throws {
    let headers = minute.merging(["Content-Range": "bytes 0-1/9"]) { $1 }
    try await withRelay(answering: { _, count in .answer(206, headers, Array("\(count)!".utf8)) }) {
      trial, server in
      let range = ["Range": "bytes=0-1"]
      let first = try await trial.ask(server.url("/a"), range)
      #expect(first.text == "1!")
      #expect(try await trial.ask(server.url("/a"), range).text == "2!")
      #expect(trial.files.isEmpty)
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `An answer to HEAD` {
  @Test(arguments: [("v1", "2", "one"), ("v2", "3", "3")])
  func `renews the stored answer when it agrees, and ends it when it does not`(
    _ tag: String, _ seen: String, _ text: String
  ) async throws {
    try await withRelay(answering: { asked, count in
      asked.method == "HEAD"
        ? .answer(200, minute.merging(["ETag": "\"\(tag)\"", "X-Seen": "\(count)"]) { $1 })
        : .text(
          count == 1 ? "one" : "\(count)",
          ["Cache-Control": "max-age=1", "ETag": "\"v1\"", "X-Seen": "\(count)"])
    }) { trial, server in
      _ = try await trial.ask(server.url("/a"))
      trial.time.advance(2)
      _ = try await trial.ask(server.url("/a"), method: "HEAD")
      let third = try await trial.ask(server.url("/a"))
      #expect(third.header("X-Seen") == seen && third.text == text)
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A change at the origin` {
  @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH"])
  func `ends the stored answers of the addresses it names`(_ method: String) async throws {
    try await withRelay(answering: { asked, count in
      asked.method == "GET"
        ? .text("\(count)", minute) : .answer(201, ["Location": "/b", "Content-Location": "c"])
    }) { trial, server in
      let paths = ["/a", "/b", "/c", "/d"]
      for path in paths { _ = try await trial.ask(server.url(path)) }
      _ = try await trial.ask(server.url("/a"), method: method)
      // SwiftNIO, which the server of these tests is made of, reads M-SEARCH as MSEARCH.
      #expect(server.asked.last?.method == (method == "M-SEARCH" ? "MSEARCH" : method))
      var texts: [String] = []
      for path in paths { texts.append(try await trial.ask(server.url(path)).text) }
      #expect(texts == ["6", "7", "8", "4"])
    }
  }

  @Test(arguments: [("POST", 500), ("POST", 404), ("OPTIONS", 200), ("TRACE", 200)])
  func `that was none ends nothing`(_ method: String, _ status: Int) async throws {
    try await withRelay(answering: { asked, count in
      asked.method == "GET" ? .text("\(count)", minute) : .answer(status)
    }) { trial, server in
      _ = try await trial.ask(server.url("/a"))
      _ = try await trial.ask(server.url("/a"), method: method)
      #expect(try await trial.ask(server.url("/a")).text == "1")
    }
  }

  @Test func `by POST may bring what a GET would`() async throws {
    try await withRelay(answering: { asked, count in
      .text("\(count)", minute.merging(["Content-Location": asked.target]) { $1 })
    }) { trial, server in
      _ = try await trial.ask(server.url("/a"), method: "POST")
      #expect(try await trial.ask(server.url("/a")).text == "1")
      #expect(try await trial.ask(server.url("/a"), method: "POST").text == "2")
      #expect(try await trial.ask(server.url("/a")).text == "2")
    }
  }
}
