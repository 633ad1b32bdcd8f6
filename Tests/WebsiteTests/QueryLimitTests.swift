import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacEngine
@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `A query` {
  static let lists = [
    "/stones", "/stones.json", "/stones/map", "/stones/map.json", "/stones/live", "/stones.csv",
    "/stones.export.json", "/stones.ndjson", "/stones.geojson", "/stones.sqlite",
  ]

  private static func filters(_ count: Int) -> String {
    (0..<count).map { "mass.min=\($0)" }.joined(separator: "&")
  }

  @Test(arguments: lists) func `has at most fifty filters`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let most = try await client.execute(
        uri: "\(path)?\(Self.filters(TableQuery.mostFilters))", method: .get,
        headers: RouteSamples.once)
      #expect(most.status == .ok)
      let one = Self.filters(TableQuery.mostFilters + 1)
      let view = (0..<26).map { _ in "view=fell_lately" }.joined(separator: "&")
      for (query, name) in [(one, "mass.min"), (Self.filters(490), "mass.min"), (view, "fall")] {
        let more = try await client.execute(
          uri: "\(path)?\(query)", method: .get, headers: RouteSamples.once)
        #expect(more.status == .badRequest)
        let text = String(buffer: more.body)
        #expect(text.contains(name) && text.contains("Expected at most 50 filters"))
      }
    }
  }

  @Test func `has at most 8 kB on every route, and the answer says so`() async throws {
    try await RouteSamples.ask { samples, client in
      for (route, address) in samples.read {
        for query in ["q=", "lang="] {
          let long = query + String(repeating: "a", count: Request.longestQuery)
          let answer = try await client.execute(
            uri: RouteSamples.adding(long, to: address), method: .get, headers: RouteSamples.once)
          #expect(answer.status == .badRequest, "\(route.name)")
          #expect(String(buffer: answer.body).contains("query"), "\(route.name)")
          #expect(answer.body.readableBytes < Request.longestQuery * 2, "\(route.name)")
        }
      }
    }
  }

  /// The longest queries that are taken: each kind of parameter as often as it fits.
  static let longest = ["mass.min=1", "open-row=s1", "view=fell_lately", "q=stone", "from_q=stone"]

  @Test(arguments: longest) func `never makes a page that grows with its square`(part: String)
    async throws
  {
    try await RouteSamples.ask { samples, client in
      let many = Array(repeating: part, count: 8000 / (part.utf8.count + 1)).joined(separator: "&")
      let fifty = Array(repeating: part, count: 50).joined(separator: "&")
      let wide = part + String(repeating: "%C5%82", count: 490)
      let pages = samples.read.filter {
        $0.route.takesQuery && !$0.route.isExport || $0.route.measures
      }
      for (route, address) in pages {
        for query in [many, fifty, wide] {
          let answer = try await client.execute(
            uri: RouteSamples.adding(query, to: address), method: .get, headers: RouteSamples.once)
          #expect(answer.status.code < 500, "\(route.name)")
          let most = 400_000 + 60 * query.utf8.count
          #expect(answer.body.readableBytes < most, "\(route.name) \(part)")
        }
      }
    }
  }

  @Test func `sends one cookie for a choice, however often a form says it`() async throws {
    try await TrialLibrary.ask { client in
      let body = Array(repeating: "units=imperial", count: 1000).joined(separator: "&")
      let answer = try await client.execute(
        uri: "/preferences", method: .post, body: ByteBuffer(string: body))
      #expect(answer.headers[values: .setCookie].count == 1)
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `An odd query` {
  static let names = [
    "q", "sort", "offset", "limit", "view", "collation", "lang", "id", "mass.min", "mass.max",
    "mass", "mass.known", "name", "year", "year.min", "place.known", "fall", "home", "size", "from",
    "to", "from_q", "to_q", "units", "lat", "lon", "radius", "sync", "kind", "before", "in",
    "map-at", "map-id", "open-row", "anchor-id", "anchor-lead", "rows-as", "last-version", "go-to",
    "version", "", "%00", "zzz", "mass.min.max",
  ]
  static let values = [
    "", "0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "1e308", "1e400", "-0", "nan", "inf", "0x1p3", "1.5", "1,5", "%FF", "%", "%zz", "%00",
    "a%00b", "%F0%9F%AA%A8", "%2F", "..", "~", "~~", "true", "false", "null", "-", "--mass",
    "-mass",
    "mass,-mass", ",", "en", "pl", "xx", "s1", "none", "stone", "%20", "+", "&", "=", "==", "'\"<>",
    "2026-02-30", "0000-00-00", "99999-01-01", "54,-61,5", "54,-61,1e9", "nan,nan,nan", ",,",
    "stones", "lands", "km", "json", "html", "%EF%BF%BF", "%E2%80%AE", "1/0", "Fell", "deleted",
  ]

  /// How many are asked of each route; `make soak` asks more.
  static let count =
    ProcessInfo.processInfo.environment["ODD_QUERIES"].flatMap { Int($0) } ?? 6

  @Test(arguments: [1, 2] as [UInt64])
  func `never breaks the server, on any route`(seed: UInt64) async throws {
    try await RouteSamples.ask { samples, client in
      var random = SeededNumbers(state: seed)
      for (route, own) in samples.read {
        let usual = try await client.execute(uri: own, method: .get, headers: RouteSamples.once)
        for _ in 0..<(route.isExport ? 2 : Self.count) {
          let uri = Self.address(route, samples, &random)
          let answer = try await client.execute(
            uri: uri, method: .get, headers: RouteSamples.once)
          let isRight = answer.status.code < 500 || answer.status == usual.status
          #expect(isRight, "\(answer.status) \(uri)")
        }
      }
    }
  }

  private static func address(
    _ route: Route, _ samples: RouteSamples, _ random: inout SeededNumbers
  ) -> String {
    let odd = values.filter { !$0.contains("&") && !$0.isEmpty }
    let dataset = ["stones", "lands", "trades"].randomElement(using: &random)
    let id = random.next() % 4 == 0 ? odd.randomElement(using: &random) : "s1"
    let own = samples.address(route, dataset: dataset, id: id ?? "s1")
    let pairs = (0..<Int(random.next() % 4 + 1)).map { _ in
      let name = names.randomElement(using: &random) ?? ""
      return name + "=" + (values.randomElement(using: &random) ?? "")
    }
    return RouteSamples.adding(pairs.joined(separator: "&"), to: own)
  }
}

/// A generator whose numbers are the same in every run (SeededNumbers64).
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
