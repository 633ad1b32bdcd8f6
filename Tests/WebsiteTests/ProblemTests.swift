import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `Bad input` {
  static let unknown = [
    "/nothing", "/nothing/here", "/nothing/at/all/here", "/stones/none", "/trades/none",
    "/trades/1.5", "/stones/s1/picture/flag", "/stones/s1/picture/nothing", "/-/0/none.css",
    "/about/none",
  ]

  @Test(arguments: unknown) func `what is not there is 404 and says what next`(path: String)
    async throws
  {
    try await TrialLibrary.ask { client in
      let page = try await client.execute(uri: path, method: .get)
      #expect(page.status == .notFound)
      #expect(page.headers[.contentType] == "text/html; charset=utf-8")
      #expect(String(buffer: page.body).contains("class=\"problem\""))
    }
  }

  @Test(arguments: [
    ("/nothing.json", "unknown-dataset"), ("/stone.json", "unknown-dataset"),
    ("/stones/none.json", "unknown-record"), ("/a/b/c.json", "unknown-page"),
  ])
  func `programs read the same as people`(path: String, kind: String) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: path, method: .get)
      #expect(answer.status == .notFound)
      #expect(answer.headers[.contentType] == "application/problem+json")
      let problem = try JSONDecoder().decode(
        ProblemBody.self, from: Data(answer.body.readableBytesView))
      #expect(problem.type == "/about#\(kind)")
      #expect(problem.status == 404)
      #expect(problem.instance == path)
      #expect(!problem.detail.isEmpty && !problem.stillWorks.isEmpty && !problem.next.isEmpty)
    }
  }

  static let wrong = [
    ("nme=x", "nme"), ("sort=nam", "sort"), ("sort=place", "sort"), ("offset=-1", "offset"),
    ("offset=x", "offset"), ("offset=99999999999999999999", "offset"), ("limit=0", "limit"),
    ("limit=1001", "limit"), ("limit=ten", "limit"), ("mass.min=heavy", "mass.min"),
    ("year.max=1.5", "year.max"), ("name.min=a", "name.min"), ("place.known=maybe", "place.known"),
    ("view=none", "view"), ("mass.nearly=1", "mass.nearly"),
  ]

  @Test(arguments: wrong)
  func `a parameter that is wrong is named`(query: String, parameter: String) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: "/stones.json?" + query, method: .get)
      #expect(answer.status == .badRequest)
      let problem = try JSONDecoder().decode(
        ProblemBody.self, from: Data(answer.body.readableBytesView))
      #expect(problem.parameter == parameter)
      let page = try await client.execute(uri: "/stones?" + query, method: .get)
      #expect(page.status == .badRequest)
      #expect(String(buffer: page.body).contains(parameter))
    }
  }

  @Test func `the nearest name is suggested`() async throws {
    try await TrialLibrary.ask { client in
      let sort = String(
        buffer: try await client.execute(uri: "/stones.json?sort=nam", method: .get).body)
      #expect(sort.contains("Did you mean \\\"name\\\"?"))
      let dataset = String(buffer: try await client.execute(uri: "/stone.json", method: .get).body)
      #expect(dataset.contains("Did you mean “stones”?"))
    }
  }

  @Test(arguments: ["/stones?go-to=0", "/stones?go-to=x", "/stones?go-to=-4"])
  func `a row that cannot be is named too`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let page = try await client.execute(uri: path, method: .get)
      #expect(page.status == .badRequest)
      #expect(String(buffer: page.body).contains("go-to"))
    }
  }

  @Test(arguments: [
    "/%", "/%FF", "/stones/%FF", "/stones?q=%FF", "/stones?%zz=1", "/..%2f..%2fetc", "/stones//",
    "/stones?&&&==", "/-/x/..%2Fwords%2Fen.json", "/stones?sort=,,,", "/stones?sort=-",
    "/stones?offset=+1", "/stones?q=%00", "/stones.json?q=" + String(repeating: "a", count: 5000),
  ])
  func `nothing that is asked breaks the server`(path: String) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: path, method: .get)
      #expect(answer.status.code < 500)
    }
  }

  @Test(arguments: [
    (HTTPRequest.Method.post, "/stones", "GET, HEAD, OPTIONS"),
    (.delete, "/stones/s1", "GET, HEAD, OPTIONS"),
    (.put, "/stones.json", "GET, HEAD, OPTIONS"), (.get, "/stones/retry", "OPTIONS, POST"),
    (.post, "/stones/changes", "GET, HEAD, OPTIONS"),
    (.delete, "/stones/changes.atom", "GET, HEAD, OPTIONS"),
    (.post, "/", "GET, HEAD, OPTIONS"),
  ])
  func `a method that is not allowed is 405 with those that are`(
    method: HTTPRequest.Method, path: String, allowed: String
  ) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: path, method: method)
      #expect(answer.status == .methodNotAllowed)
      #expect(answer.headers[.allow] == allowed)
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A plain form` {
  @Test(arguments: [
    ("/stones?q=&sort=&fall=Fell&mass.min=&mass.max=", "/stones?fall=Fell"),
    ("/stones?q=&sort=", "/stones"),
    ("/stones?go-to=201&sort=name", "/stones?sort=name&offset=200"),
    ("/stones?go-to=1&offset=50", "/stones"), ("/stones?go-to=1%2C001", "/stones?offset=1000"),
    ("/stones?q=a+b%26c&fall=", "/stones?q=a%20b%26c"),
  ])
  func `leads to the address that says the same tidily`(path: String, tidy: String) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: path, method: .get)
      #expect(answer.status == .seeOther)
      #expect(answer.headers[.location] == tidy)
    }
  }
}
