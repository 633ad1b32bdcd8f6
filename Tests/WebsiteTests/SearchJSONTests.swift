import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The search for programs` {
  private func answer(_ path: String) async throws -> [String: Any] {
    let body = try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: path, method: .get)
      #expect(answer.status == .ok)
      return Data(answer.body.readableBytesView)
    }
    return try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
  }

  @Test func `tells the best rows of each dataset, and why`() async throws {
    let body = try await answer("/search.json?q=STONE%201&limit=2")
    let datasets = try #require(body["datasets"] as? [[String: Any]])
    let stones = try #require(datasets.first { $0["dataset"] as? String == "stones" })
    let rows = try #require(stones["rows"] as? [[String: Any]])
    #expect(rows.count == 2 && stones["total"] as? Int ?? 0 > 2)
    #expect(rows[0]["title"] as? String == "Stone 1" && rows[0]["match"] as? String == "folded")
    #expect(rows[0]["marks"] as? [[Int]] == [[0, 7]] && rows[0]["field"] as? String == "name")
    #expect(
      (rows[0]["href"] as? String)?.hasPrefix("/stones/") == true
        && rows[0]["text"] as? String == "Stone 1")
    #expect(rows[1]["match"] as? String == "prefix")
    #expect(body["total"] as? Int == datasets.reduce(0) { $0 + ($1["total"] as? Int ?? 0) })
    #expect(body["suggestion"] is NSNull && body["partial"] as? Bool == false)
    #expect((stones["credit"] as? [String: Any])?["licence"] is String)
  }

  @Test func `searches one dataset when asked`() async throws {
    let body = try await answer("/search.json?q=stone&in=stones")
    let datasets = try #require(body["datasets"] as? [[String: Any]])
    #expect(datasets.map { $0["dataset"] as? String } == ["stones"])
  }

  @Test func `suggests where nothing is found`() async throws {
    let body = try await answer("/search.json?q=stoxxe")
    #expect((body["datasets"] as? [Any])?.isEmpty == true)
    #expect(body["suggestion"] as? String == "Stone")
  }

  @Test(arguments: ["", "?q=", "?q=%20", "?q=%00%01", "?q=%22OR%201%3D1--", "?q=%F0%9F%98%80"])
  func `finds nothing in nothing`(query: String) async throws {
    let body = try await answer("/search.json" + query)
    #expect(body["total"] as? Int == 0 && body["total_at_least"] as? Bool == false)
  }

  @Test(arguments: [
    "q=a&in=nowhere", "q=a&limit=0", "q=a&limit=101", "q=a&limit=x", "q=a&x=1",
    "q=%ED%A0%80", "q=" + String(repeating: "a", count: 10_000),
  ]) func `refuses what it cannot answer, by name`(query: String) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: "/search.json?" + query, method: .get)
      #expect(answer.status == .badRequest)
      #expect(answer.headers[.contentType]?.hasPrefix("application/problem+json") == true)
    }
  }

  @Test func `says what it said before with a tag`() async throws {
    try await TrialLibrary.ask { client in
      let first = try await client.execute(uri: "/search.json?q=stone", method: .get)
      let tag = try #require(first.headers[.eTag])
      let again = try await client.execute(
        uri: "/search.json?q=stone", method: .get, headers: [.ifNoneMatch: tag])
      #expect(again.status == .notModified && again.body.readableBytes == 0)
    }
  }

  @Test func `is told of in a list by words, with whether more may match`() async throws {
    let found = try await answer("/stones.json?q=stone")
    #expect(found["total_at_least"] as? Bool == false)
    let all = try await answer("/stones.json")
    #expect(all["total_at_least"] == nil)
  }
}
