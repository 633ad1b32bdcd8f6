import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `Every answer` {
  @Test func `is one that the description of the interface has, success or not`() async throws {
    try await RouteSamples.ask { samples, client in
      let document = try await Self.document(client)
      for route in samples.website.routes {
        for uri in Self.addresses(of: route, samples) {
          let answer = try await client.execute(
            uri: uri, method: route.method, headers: route.isLive ? RouteSamples.once : [:])
          let operation = document["paths"]?[route.path]?[route.method.rawValue.lowercased()]
          let faults = try Self.faults(
            answer, operation?["responses"]?["\(answer.status.code)"],
            SchemaCheck(document: document))
          #expect(faults.isEmpty, "\(route.method) \(uri.prefix(100)) \(answer.status.code)")
        }
      }
    }
  }

  /// What is there, what is not, what is gone and what cannot be read.
  private static func addresses(of route: Route, _ samples: RouteSamples) -> [String] {
    let own = samples.address(route)
    let wrong = ["zzz=1", "q=%FF", "lang=xx", "q=" + String(repeating: "x", count: 9000)]
    return [own, samples.address(route, dataset: "lands", id: "AA")]
      + [samples.address(route, dataset: "none"), samples.address(route, id: "none")]
      + [samples.address(route, dataset: "trades", id: "none")]
      + wrong.map { RouteSamples.adding($0, to: own) }
      + ["/" + String(repeating: "x", count: 20_000)].map { own.replacing("s1", with: $0) }
  }

  private static func faults(
    _ answer: TestResponse, _ response: SchemaValue?, _ check: SchemaCheck
  ) throws -> [String] {
    guard let response else { return ["no such status"] }
    let content = response["content"]?.members ?? [:]
    if content.isEmpty { return answer.body.readableBytes == 0 ? [] : ["a body"] }
    let type = (answer.headers[.contentType] ?? "").split(separator: ";").first.map(String.init)
    guard let type, let media = content.first(where: { Self.is(type, $0.key) })?.value else {
      return ["no such type: \(type ?? "none")"]
    }
    guard type.hasSuffix("json"), !type.hasSuffix("ndjson") else {
      return media["schema"]?["type"]?.text == "string" ? [] : ["not a text"]
    }
    let value = try JSONDecoder().decode(
      SchemaValue.self, from: Data(answer.body.readableBytesView))
    return check.faults(value, media["schema"] ?? .null)
  }

  private static func `is`(_ type: String, _ pattern: String) -> Bool {
    if pattern == "*/*" { return true }
    return pattern.hasSuffix("/*") ? type.hasPrefix(pattern.dropLast()) : type == pattern
  }

  static func document(_ client: any TestClientProtocol) async throws -> SchemaValue {
    let body = try await client.execute(uri: "/openapi.json", method: .get).body
    return try JSONDecoder().decode(SchemaValue.self, from: Data(body.readableBytesView))
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A declared parameter` {
  @Test func `takes nothing outside its declaration, whose name is told`() async throws {
    try await RouteSamples.ask { samples, client in
      let document = try await `Every answer`.document(client)
      var count = 0
      for (route, address) in samples.read {
        let operation = document["paths"]?[route.path]?["get"]
        for parameter in operation?["parameters"]?.items ?? []
        where parameter["in"]?.text == "query" {
          let name = try #require(parameter["name"]?.text)
          for value in Self.outside(parameter) {
            count += 1
            let bare = String(address.prefix { $0 != "?" })
            let uri = "\(bare)?\(name)=\(Address.encoded(value))"
            let isLong = value.utf8.count > 100
            let uris = [uri, uri + "&\(name)=" + Self.inside(parameter)]
            for uri in uris.prefix(isLong || count % 4 == 0 ? 2 : 1) {
              let answer = try await client.execute(
                uri: uri, method: .get, headers: RouteSamples.once)
              #expect(answer.status == .badRequest, "\(uri)")
              #expect(String(buffer: answer.body).contains(name), "\(uri)")
            }
          }
        }
      }
      #expect(count > 500)
    }
  }

  /// Values that a declaration does not take: other words, other kinds, beyond its bounds.
  private static func outside(_ parameter: SchemaValue) -> [String] {
    let schema = parameter["schema"] ?? .null
    let empty = parameter["allowEmptyValue"] == .truth(true) ? [] : [""]
    if let choices = schema["enum"]?.items.compactMap(\.text) {
      return (words + choices.flatMap { [$0.uppercased(), $0 + " ", $0 + "x"] } + empty)
        .filter { !choices.contains($0) }
    }
    if let most = schema["maxLength"]?.number {
      return [String(repeating: "x", count: Int(most) + 1)]
    }
    guard let type = schema["type"]?.text, ["integer", "number"].contains(type) else { return [] }
    let bounds = [
      schema["minimum"]?.number.map { $0 - 1 }, schema["maximum"]?.number.map { $0 + 1 },
    ].compactMap { $0 }.map { String(format: "%.0f", $0) }
    return bounds + ["x", "nan", "inf", "0x10", "1e400", "99999999999999999999999"]
      + (type == "integer" ? ["1.5"] : [])
  }

  /// A value that it takes, which stands behind the wrong one.
  private static func inside(_ parameter: SchemaValue) -> String {
    let schema = parameter["schema"] ?? .null
    return schema["enum"]?.items.first?.text ?? (schema["type"]?.text == "string" ? "x" : "1")
  }

  /// Words that some parameter takes.
  private static let words = [
    "en", "pl", "root", "km", "mi", "metric", "imperial", "british", "json", "html", "inserted",
    "x", "0", "true", "null",
  ]
}
