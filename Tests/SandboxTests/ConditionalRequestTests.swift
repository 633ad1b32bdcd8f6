import AlmanacSandbox
import Foundation
import Testing

@Suite struct `A conditional request` {
  @Test(arguments: [
    Sandbox.portal, "/api/v2/main/stations", "/v3.1/all?fields=cca2", "/flags/w320/xa.png",
  ])
  func `is answered with 304 while nothing has changed`(path: String) async throws {
    let sandbox = try Sandbox.standing()
    let parts = path.split(separator: "?")
    let query: KeyValuePairs = parts.count > 1 ? ["fields": "cca2"] : [:]
    var headers = ["X-KOLEO-Version": "1"]
    let first = try await sandbox.get(String(parts[0]), query, headers: headers)
    let tag = try #require(first["ETag"])
    headers["If-None-Match"] = tag
    let second = try await sandbox.get(String(parts[0]), query, headers: headers)
    #expect(first.status == 200)
    #expect(second.status == 304)
    #expect(second.body.isEmpty)
    #expect(second["ETag"] == first["ETag"])
    #expect(second["Cache-Control"] == first["Cache-Control"])
  }

  @Test func `is answered in full after a change`() async throws {
    let sandbox = try Sandbox.standing()
    let first = try await sandbox.get(Sandbox.portal)
    let tag = try #require(first["ETag"])
    try await sandbox.state.change("1", in: Sandbox.meteorites, to: ["mass": "1"])
    let second = try await sandbox.get(Sandbox.portal, headers: ["If-None-Match": tag])
    #expect(second.status == 200)
    #expect(second["ETag"] != tag)
  }

  @Test func `by time goes by the last change`() async throws {
    let sandbox = try Sandbox.standing()
    let first = try await sandbox.get(Sandbox.portal)
    let modified = try #require(first["Last-Modified"])
    #expect(modified == "Thu, 01 Jan 2026 00:00:00 GMT")
    let same = try await sandbox.get(Sandbox.portal, headers: ["If-Modified-Since": modified])
    let older = try await sandbox.get(
      Sandbox.portal, headers: ["If-Modified-Since": "Wed, 31 Dec 2025 23:59:59 GMT"])
    try await sandbox.state.delete(["1"], from: Sandbox.meteorites)
    let later = try await sandbox.get(Sandbox.portal, headers: ["If-Modified-Since": modified])
    #expect(same.status == 304)
    #expect(older.status == 200)
    #expect(later.status == 200)
    #expect(later["Last-Modified"] == "Tue, 03 Feb 2026 04:05:06 GMT")
  }

  @Test(arguments: [
    ("*", 304), ("\"other\"", 200), ("\"other\", TAG", 304), ("TAG ,\"x\"", 304), ("", 200),
  ])
  func `compares entity tags weakly`(held: String, status: Int) async throws {
    let sandbox = try Sandbox.standing()
    let tag = try #require(await sandbox.get(Sandbox.portal)["ETag"])
    #expect(tag.hasPrefix("W/"))
    let strong = String(tag.dropFirst(2))
    let reply = try await sandbox.get(
      Sandbox.portal, headers: ["If-None-Match": held.replacing("TAG", with: strong)])
    #expect(reply.status == status)
  }

  @Test func `prefers the entity tag to the time`() async throws {
    let sandbox = try Sandbox.standing()
    let reply = try await sandbox.get(
      Sandbox.portal,
      headers: [
        "If-None-Match": "\"old\"", "If-Modified-Since": "Thu, 01 Jan 2026 00:00:00 GMT",
      ])
    #expect(reply.status == 200)
  }

  @Test func `is counted as one`() async throws {
    let sandbox = try Sandbox.standing()
    _ = try await sandbox.get(Sandbox.portal, ["$limit": "1"])
    _ = try await sandbox.get(Sandbox.portal, headers: ["If-None-Match": "\"x\""])
    let requests = await sandbox.state.requests(at: "/resource")
    let others = await sandbox.state.requests(at: "/api")
    #expect(requests.map(\.isConditional) == [false, true])
    #expect(requests[0].query == "$limit=1")
    #expect(requests[1].headers["if-none-match"] == "\"x\"")
    #expect(others.isEmpty)
  }
}
