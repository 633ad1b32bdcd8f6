import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `The log` {
  @Test func `has one line per request, without the query's secrets`() async throws {
    try await withServer(answering: { asked in
      asked.target.hasPrefix("/a") ? .answer(302, ["Location": "/b?signature=hush"]) : .text("four")
    }) { server in
      try await withFetcher { trial in
        let token = [HTTPHeader("X-App-Token", "hush")]
        _ = try await trial.get(server.url("/a?$where=x&$$app_token=hush"), token)
        #expect(trial.log.all.map { $0["outcome"] } == ["redirected", "received"])
        #expect(trial.log.all.map { $0["bytes"] } == ["0", "4"])
        #expect(trial.log.all.map { $0["status"] } == ["302", "200"])
        #expect(trial.log.all[0]["url"] == "\(server.url("/a"))?$where=…&$$app_token=…")
        #expect(!trial.log.all.contains { $0.values.contains { $0.contains("hush") } })
        #expect(trial.log.all.allSatisfy { Int($0["milliseconds"] ?? "") != nil })
      }
    }
  }

  @Test func `tells a failure in the same one line`() async throws {
    try await withFetcher { trial in
      let url = try #require(URL(string: "http://127.0.0.1:1/"))
      await #expect(throws: FetchError.self) { try await trial.get(url) }
      #expect(trial.log.all.map { $0["outcome"] } == ["failed", "failed", "failed"])
      #expect(trial.log.all.first?["error"]?.contains("connection refused") == true)
    }
  }
}
