import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The methods of an address` {
  static let methods =
    [HTTPRequest.Method.get, .head, .post, .put, .delete, .options]
    + [HTTPRequest.Method("BREW")].compactMap(\.self)
  /// Addresses that more than one path fits, or a path that has no route of its own.
  static let odd = [
    "/subscriptions/x", "/subscriptions/x.json", "/subscriptions", "/stones/retry", "/stones/",
    "//stones", "/health", "/push", "/-", "/-/offline", "/pictures", "/none/at/all/here",
    "/stones/s1/picture", "/stones/live", "/stones/x.json", "/preferences",
  ]

  @Test func `are those that Allow names, and no others`() async throws {
    try await RouteSamples.ask { samples, client in
      let addresses = samples.website.routes.map { samples.address($0) } + Self.odd
      for address in Set(addresses) {
        let options = try await client.execute(uri: address, method: .options)
        let allow = options.headers[.allow]
        #expect(options.status == (allow == nil ? .notFound : .noContent), "\(address)")
        #expect(options.body.readableBytes == 0 || allow == nil)
        let allowed = Set((allow ?? "").split(separator: ", ").map(String.init))
        for method in Self.methods {
          let answer = try await client.execute(
            uri: address, method: method, headers: RouteSamples.once)
          guard allow != nil else {
            #expect(answer.status == .notFound, "\(method) \(address)")
            continue
          }
          let isRefused = answer.status == .methodNotAllowed
          #expect(isRefused != allowed.contains(method.rawValue), "\(method) \(address)")
          if isRefused { #expect(answer.headers[.allow] == allow, "\(method) \(address)") }
        }
      }
    }
  }

  @Test func `are told to other sites' pages without leave to use them`() async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(
        uri: "/stones/retry", method: .options, headers: [.origin: "http://evil.example"])
      #expect(answer.status == .noContent)
      #expect(answer.headers[.allow] == "OPTIONS, POST")
      #expect(answer.headers[.accessControlAllowOrigin] == nil)
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The head of an answer` {
  @Test(arguments: ["", "gzip"]) func `is that of GET, for every route`(coding: String)
    async throws
  {
    try await RouteSamples.ask { samples, client in
      var headers = RouteSamples.once
      headers[.acceptEncoding] = coding
      for (route, address) in samples.read {
        let wrong = coding.isEmpty ? [RouteSamples.adding("zzz=1", to: address)] : []
        for uri in [address] + wrong {
          let get = try await client.execute(uri: uri, method: .get, headers: headers)
          let head = try await client.execute(uri: uri, method: .head, headers: headers)
          Self.compare(get, head, route, uri)
          guard let tag = get.headers[.eTag] else { continue }
          headers[.ifNoneMatch] = tag
          let known = try await client.execute(uri: uri, method: .get, headers: headers)
          let same = try await client.execute(uri: uri, method: .head, headers: headers)
          headers[.ifNoneMatch] = nil
          #expect(known.status == .notModified, "\(uri)")
          Self.compare(known, same, route, uri)
        }
      }
    }
  }

  /// A stream's head says no length, since it is not made for it, and so ends the connection.
  private static func compare(
    _ get: TestResponse, _ head: TestResponse, _ route: Route, _ uri: String
  ) {
    #expect(head.status == get.status, "\(uri)")
    #expect(head.body.readableBytes == 0, "\(uri)")
    var (told, expected) = (head.headers, get.headers)
    let isStream = get.headers[.acceleratorBuffering] != nil
    if isStream { told[.connection] = nil }
    // What is counted has grown by then; an export's length is not known before it is made.
    if isStream || route.name == "metrics" {
      (told[.contentLength], expected[.contentLength]) = (nil, nil)
    }
    #expect(Self.sorted(told) == Self.sorted(expected), "\(uri)")
  }

  private static func sorted(_ fields: HTTPFields) -> [String] {
    fields.filter { $0.name != .date }.map { "\($0.name.canonicalName): \($0.value)" }.sorted()
  }
}
