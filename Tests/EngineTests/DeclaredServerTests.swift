import AlmanacDeclarations
import AlmanacFetching
import AlmanacSandbox
import Foundation
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(5))) struct `What goes to the declared server alone` {
  /// A link on a page, and whether it leads to the declared server, `https://a.org:443`.
  static let links: [(page: String, link: String, isOwn: Bool)] = [
    ("https://a.org/1", "2", true), ("https://a.org/1", "https://A.ORG:443/2", true),
    ("https://a.org/1", "//a.org/2", true), ("https://a.org/1", "https://a.org./2", true),
    ("https://b.org/1", "https://a.org/2", true), ("https://b.org/1", "2", false),
    ("https://b.org/1", "https://b.org/2", false), ("https://a.org/1", "http://a.org/2", false),
    ("https://a.org/1", "https://a.org:444/2", false), ("https://a.org/1", "//b.org/2", false),
    ("https://a.org/1", "https://a.org.b.org/2", false),
    ("https://a.org/1", "https://a.org@b.org/2", false),
    ("https://a.org/1", "https://u:p@a.org/2", true),
    ("https://a.org/1", "file:///etc/passwd", false), ("https://a.org:99999/1", "2", false),
  ]

  @Test(arguments: links)
  func `is decided by scheme, host and port, whatever page a link stands on`(
    page: String, link: String, isOwn: Bool
  ) throws {
    let requests = try Self.requests("https://${USER}:pw@a.org/0")
    let request = try requests.page(at: link, from: try #require(URL(string: page)))
    #expect(request.mayBePrivate == isOwn)
    #expect(request.headers.map(\.name) == (isOwn ? ["X-Key", "Accept", "Authorization"] : []))
    #expect(request.url.user() == nil && request.url.password() == nil)
  }

  @Test func `is compared for addresses of IP in every spelling`() throws {
    let requests = try Self.requests("http://[0:0::1]:80/0")
    let page = try #require(URL(string: "http://b.org/"))
    #expect(try requests.page(at: "http://[::1]/2", from: page).mayBePrivate)
    #expect(try !requests.page(at: "http://[::2]/2", from: page).mayBePrivate)
  }

  @Test func `is a login in its address, sent as a header and never in the address`() throws {
    let request = try Self.requests("https://me:p%40ss@a.org/0").page()
    #expect(request.url.absoluteString == "https://a.org/0")
    let login = Data("me:p@ss".utf8).base64EncodedString()
    #expect(request.headers.last?.value == "Basic \(login)")
  }

  @Test func `goes to no join elsewhere, but what is no secret does`() throws {
    let requests = try Self.requests(
      "https://a.org/0",
      joins: "{ own: { url: https://a.org/j, on: id }, other: { url: https://b.org/j, on: id } }")
    let headers = try requests.source.joins.map { try requests.join($0)?.headers.map(\.name) }
    #expect(headers == [["X-Key", "Accept"], ["Accept"]])
  }

  @Test(arguments: ["..", ".", "../up", "a/../../b", "..\\up", "", "a\n", "x/."])
  func `is asked for no record whose key would leave its place in the address`(id: String) throws {
    let requests = try Self.requests(
      "https://a.org/0", joins: "{ more: { url: \"https://a.org/things/{id}/more\" } }")
    let join = try #require(requests.source.joins.first)
    #expect(try requests.join(join, id: id) == nil)
  }

  @Test(arguments: ["a/b", "//b.org", "@b.org", "?x=1", "#x", "%2e%2e", "ł", "1.2", "...", ":99"])
  func `is asked for any other key inside of its place`(id: String) throws {
    let requests = try Self.requests(
      "https://a.org/0", joins: "{ more: { url: \"https://a.org/things/{id}/more\" } }")
    let join = try #require(requests.source.joins.first)
    let url = try #require(try requests.join(join, id: id)).url
    #expect(url.host() == "a.org" && url.query() == nil && url.fragment() == nil)
    #expect(url.absoluteString.split(separator: "/").count == 5, "\(url)")
    #expect(url.pathComponents.last == "more")
  }

  @Test func `is no server that a record's key names`() throws {
    let requests = try Self.requests(
      "https://a.org/0", joins: "{ more: { url: \"https://{id}.a.org/more\" } }")
    let join = try #require(requests.source.joins.first)
    #expect(throws: SyncFailure.self) { try requests.join(join, id: "b") }
  }

  @Test func `reaches no other server over pages, nor over a redirect, and comes back with them`()
    async throws
  {
    try await withTwoServers { declared, other, trial in
      try trial.page(0, next: "\(other.base)/files/1.json")
      try trial.page(1, next: "2.json")
      try trial.page(2, next: "\(declared.base)/files/3.json")
      try trial.page(3, next: "4.json")
      try trial.page(4, next: nil)
      await declared.state.inject(
        .redirect(to: "\(other.base)/files/4.json"), at: "/files/4.json")
      try await trial.withLibrary { library in
        let outcome = try await library.sync("things")
        #expect(outcome?.words == "+5 ~0 -0")
      }
      let own = await declared.takeRequests()
      #expect(own.map(\.path) == ["0", "3", "4"].map { "/files/\($0).json" })
      #expect(own.allSatisfy { $0.headers["authorization"] == "Bearer k1234567" })
      let others = await other.takeRequests()
      #expect(others.map(\.path) == ["1", "2", "4"].map { "/files/\($0).json" })
      #expect(
        others.allSatisfy { $0.headers["authorization"] == nil && $0.headers["x-key"] == nil })
    }
  }

  @Test func `may be private, and no page elsewhere gives that right to another`() async throws {
    try await withTwoServers(allowed: []) { declared, other, trial in
      try trial.page(0, next: "\(other.base)/files/1.json")
      try trial.page(1, next: nil)
      try await trial.withLibrary { library in
        let outcome = try await library.sync("things")
        #expect(outcome?.words.contains("private network") == true, "\(outcome?.words ?? "")")
      }
      #expect(await other.takeRequests().isEmpty)
    }
  }

  private static func requests(_ url: String, joins: String? = nil) throws -> SourceRequests {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "almanac-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // a leftover folder fails no test
    let more = joins.map { "  join: \($0)\n" } ?? "  paging: { by: next, next: next }\n"
    let headers = "  headers: { X-Key: \"${KEY}\", Accept: application/json }"
    try Data(Declared.things("\"\(url)\"", source: more + headers).utf8)
      .write(to: folder.appending(path: "things.yaml"))
    let contents = DatasetFolder.load([folder])
    let dataset = try #require(contents.datasets.first, "\(contents.problems)")
    return SourceRequests(
      dataset, EnvironmentText(variables: ["KEY": "k1234567", "USER": "me"]))
  }

  /// Runs a declared server and another one, over the same files.
  private func withTwoServers(
    allowed: Set<String> = ["127.0.0.1", "localhost"],
    _ body: @Sendable @escaping (Upstream, Upstream, Trial) async throws -> Void
  ) async throws {
    try await withFiles { declared, files, whole in
      var trial = whole
      trial.environment = ["KEY": "k1234567"]
      trial.allowedPrivateHosts = allowed
      try trial.declare(
        Declared.things(
          "\(declared.base)/files/0.json",
          source: """
              records: rows
              headers: { Authorization: "Bearer ${KEY}", X-Key: "${KEY}" }
              paging: { by: next, next: next }
            """))
      try await withUpstream { options in
        options.files = files
      } _: { [trial] other in
        try await body(declared, other, trial)
      }
    }
  }
}

extension Trial {
  /// Writes a page of one thing that the sandbox serves as `NUMBER.json`.
  fileprivate func page(_ number: Int, next: String?) throws {
    let link = next.map { "\"\($0)\"" } ?? "null"
    try #"{"rows":[{"id":\#(number + 1),"name":"a"}],"next":\#(link)}"#
      .write(to: folder.appending(path: "files"), as: "\(number).json")
  }
}
