import AlmanacSandbox
import Foundation
import HTTPTypes
import Testing

@Suite struct `Changing the sandbox` {
  private static let everything: KeyValuePairs = ["$select": ":*,*", "$order": "id"]

  @Test func `inserts, changes and deletes rows`() async throws {
    let sandbox = try Sandbox.standing()
    let before = try await sandbox.get(Sandbox.portal, Self.everything).rows()
    try await sandbox.state.insert(
      [["id": "900", "name": "Synthetic 900", "mass": "3"]], into: Sandbox.meteorites)
    try await sandbox.state.change("2", in: Sandbox.meteorites, to: ["mass": "5", "fall": nil])
    let count = try await sandbox.state.delete(["3", "no such"], from: Sandbox.meteorites)
    let after = try await sandbox.get(Sandbox.portal, Self.everything).rows()
    let changed = after.filter { $0[":updated_at"] != before[0][":updated_at"] }
    #expect(count == 1)
    #expect(after.count == before.count)
    #expect(after.first { $0["id"] == "2" }?["mass"] == "5")
    #expect(after.first { $0["id"] == "2" }?["fall"] == nil)
    #expect(after.first { $0["id"] == "3" } == nil)
    #expect(!changed.isEmpty)
  }

  @Test func `lets a client ask only for what changed`() async throws {
    let sandbox = try Sandbox.standing()
    let rows = try await sandbox.get(Sandbox.portal, Self.everything).column(":updated_at")
    let newest = try #require(rows.max())
    try await sandbox.state.change("7", in: Sandbox.meteorites, to: ["mass": "1"])
    try await sandbox.state.change("8", in: Sandbox.meteorites, to: ["mass": "1"])
    let query: KeyValuePairs = [
      "$select": ":*,*", "$where": ":updated_at > '\(newest)'", "$order": ":updated_at",
    ]
    let changed = try await sandbox.get(Sandbox.portal, query)
    let (ids, times) = (try changed.column("id"), try changed.column(":updated_at"))
    #expect(ids == ["7", "8"])
    #expect(times == ["2026-02-03T04:05:06.000Z", "2026-02-03T04:05:06.001Z"])
  }

  @Test func `by replacing the set updates every row and keeps their identifiers`() async throws {
    let sandbox = try Sandbox.standing()
    let table = try #require(await sandbox.state.table(Sandbox.meteorites))
    try await sandbox.state.replace(Sandbox.meteorites, with: table.rows.map(\.values))
    let again = try #require(await sandbox.state.table(Sandbox.meteorites))
    #expect(again.rows.map(\.identifier) == table.rows.map(\.identifier))
    #expect(again.rows.allSatisfy { $0.updated > table.modified })
  }

  @Test func `refuses tables and rows that are not there`() async throws {
    let sandbox = try Sandbox.standing()
    await #expect(throws: Sandbox.ControlError.noSuchTable("moons")) {
      try await sandbox.state.insert([], into: "moons")
    }
    await #expect(throws: Sandbox.ControlError.noSuchRow("0")) {
      try await sandbox.state.change("0", in: "stations", to: [:])
    }
  }

  @Test func `is possible over HTTP only when allowed`() async throws {
    let closed = try await Sandbox.standing().send(.post, "/control/stations/insert", body: "[]")
    #expect(closed.status == 404)
  }

  @Test func `works over HTTP`() async throws {
    let sandbox = try Sandbox.standing { $0.control = true }
    let tables = "/control/gh4g-9sfh"
    for (path, body) in [
      ("replace", #"[{"id":"1","mass":"1"},{"id":"2","mass":"2"}]"#),
      ("insert", #"[{"id":"3"}]"#), ("change", #"{"1":{"mass":null}}"#), ("delete", #"["2"]"#),
    ] {
      let reply = try await sandbox.send(.post, "\(tables)/\(path)", body: body)
      #expect(reply.status == 200)
    }
    let rows = try await sandbox.get(Sandbox.portal, ["$order": "id", "$select": "id,mass"]).rows()
    #expect(rows == [["id": "1"], ["id": "3"]])
  }

  @Test func `orders faults and lists requests over HTTP`() async throws {
    let sandbox = try Sandbox.standing { $0.control = true }
    let order = #"{"path":"/resource","requests":1,"fault":"status","code":503,"retry_after":"9"}"#
    let ordered = try await sandbox.send(.post, "/control/faults", body: order)
    let reply = try await sandbox.get(Sandbox.portal, ["$limit": "1"])
    let seen = try await sandbox.get("/control/requests").rows()
    let emptied = try await sandbox.send(.delete, "/control/requests")
    let left = try await sandbox.get("/control/requests").rows()
    #expect(ordered.status == 200 && reply.status == 503 && reply["Retry-After"] == "9")
    #expect(seen.map { $0["path"] } == [.text(Sandbox.portal)])
    #expect(seen[0]["conditional"] == false)
    #expect(emptied.status == 200 && left.isEmpty)
  }

  @Test(arguments: [
    "", "{}", #"{"path":"/","fault":"boredom"}"#, #"{"path":"/","fault":"status"}"#,
    #"{"path":"/","fault":"renamed","field":"mass"}"#,
  ])
  func `refuses an order it cannot read`(body: String) async throws {
    let sandbox = try Sandbox.standing { $0.control = true }
    let reply = try await sandbox.send(.post, "/control/faults", body: body)
    let faults = await sandbox.state.faults
    #expect(reply.status == 400)
    #expect(faults.isEmpty)
  }

  @Test(arguments: Sandbox.faultNames)
  func `knows every fault by name`(name: String) async throws {
    let sandbox = try Sandbox.standing { $0.control = true }
    let details = #""code":503,"field":"mass","to":"/x","headers":{"Age":"7"}"#
    let body = #"{"path":"/","fault":"\#(name)",\#(details)}"#
    let reply = try await sandbox.send(.post, "/control/faults", body: body)
    let faults = await sandbox.state.faults
    #expect(reply.status == 200)
    #expect(faults.count == 1)
  }

  @Test func `is explained to people, every fault by name`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Notes/faults.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    for name in Sandbox.faultNames { #expect(text.contains("`\(name)`"), "\(name)") }
  }
}
