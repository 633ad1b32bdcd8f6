import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The description of the interface` {
  @Test func `names the routes of the router and no others`() async throws {
    try await TrialLibrary.with { website in
      let served = website.router().routes.filter { $0.method != .head }.map {
        "\($0.method.rawValue) \($0.path)"
      }
      let described = website.routes.map { "\($0.method.rawValue) \($0.path)" }
      #expect(served.sorted() == described.sorted())
      let document = try await Self.document(of: website)
      let written = document.paths.flatMap { path, operations in
        operations.keys.map { "\($0.uppercased()) \(path)" }
      }
      #expect(written.sorted() == described.sorted())
    }
  }

  @Test func `is true of every path it names`() async throws {
    try await TrialLibrary.with { website in
      let document = try await Self.document(of: website)
      let app = website.application(logger: .init(label: "test"))
      try await app.test(.router) { client in
        for (path, operations) in document.paths {
          for (method, operation) in operations {
            let verb = try #require(HTTPRequest.Method(method.uppercased()))
            let isLive = path.hasSuffix("/live")  // as events it would never end
            let answer = try await client.execute(
              uri: Self.filled(path), method: verb,
              headers: isLive ? [.accept: "application/json"] : [:])
            let status = "\(answer.status.code)"
            let response = try #require(operation.responses[status], "\(path) \(status)")
            let type = answer.headers[.contentType]?.split(separator: ";").first.map(String.init)
            guard answer.status == .ok, !path.hasPrefix("/-/") else { continue }
            #expect(response.content?.keys.contains(type ?? "") == true, "\(path)")
          }
        }
      }
    }
  }

  @Test func `names the fields that every answer has`() async throws {
    try await TrialLibrary.with { website in
      let document = try await Self.document(of: website)
      let app = website.application(logger: .init(label: "test"))
      try await app.test(.router) { client in
        let expected = [
          ("/stones.json", "Window"), ("/stones/s1.json", "RecordDocument"),
          ("/index.json", "Index"), ("/stones/changes.json", "Changes"), ("/health/live", "Health"),
          ("/none.json", "Problem"), ("/stones/live", "LiveWindow"), ("/stones/map.json", "Places"),
          ("/-/shell.json", "Shell"), ("/-/offline/stones.json", "KeptCopy"),
          ("/-/offline/stones/0.json", "KeptRows"),
        ]
        for (path, name) in expected {
          let body = try await client.execute(
            uri: path, method: .get, headers: [.accept: "application/json"]
          ).body
          let value = try JSONSerialization.jsonObject(with: Data(body.readableBytesView))
          let keys = Set((value as? [String: Any] ?? [:]).keys)
          let schema = try #require(document.components.schemas[name])
          #expect(Set(schema.required ?? []).subtracting(keys).isEmpty, "\(path)")
        }
      }
    }
  }

  private static func filled(_ path: String) -> String {
    [
      "{dataset}": "stones", "{id}": "s1", "{part}": "0", "{field}": "flag", "{digest}": "0",
      "{file}": "almanac.css",
    ].reduce(path) { $0.replacing($1.key, with: $1.value) }
  }

  private static func document(of website: Website) async throws -> Document {
    let app = website.application(logger: .init(label: "test"))
    return try await app.test(.router) { client in
      let body = try await client.execute(uri: "/openapi.json", method: .get).body
      return try JSONDecoder().decode(Document.self, from: Data(body.readableBytesView))
    }
  }

  struct Document: Decodable, Sendable {
    let paths: [String: [String: Operation]]
    let components: Components

    struct Operation: Decodable, Sendable {
      let responses: [String: Answer]
    }

    struct Answer: Decodable, Sendable {
      let content: [String: Schemas]?
    }

    struct Schemas: Decodable, Sendable {}

    struct Components: Decodable, Sendable {
      let schemas: [String: Schema]
    }

    struct Schema: Decodable, Sendable {
      let required: [String]?
    }
  }
}
