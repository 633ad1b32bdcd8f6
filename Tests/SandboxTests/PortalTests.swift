import AlmanacSandbox
import Foundation
import Testing

@Suite struct `The open data portal` {
  @Test func `pages through everything once when the order is total`() async throws {
    let sandbox = try Sandbox.standing()
    var ids: [String] = []
    for offset in stride(from: 0, to: 150, by: 50) {
      let page = try await sandbox.get(
        Sandbox.portal, ["$order": ":id", "$limit": "50", "$offset": "\(offset)"])
      ids += try page.column("id")
    }
    #expect(ids.count == 120)
    #expect(Set(ids).count == 120)
  }

  @Test func `repeats and loses rows for a pager without an order`() async throws {
    let sandbox = try Sandbox.standing()
    let first = try await sandbox.get(Sandbox.portal, ["$limit": "60"]).column("id")
    let second = try await sandbox.get(Sandbox.portal, ["$limit": "60", "$offset": "60"])
    let ids = try Set(first).union(second.column("id"))
    #expect(ids.count < 120)
  }

  @Test func `serves the same in the same order at each start`() async throws {
    let first = try await Sandbox.standing().get(Sandbox.portal)
    let second = try await Sandbox.standing().get(Sandbox.portal)
    let other = try await Sandbox.standing { $0.seed = 2 }.get(Sandbox.portal)
    #expect(first.body == second.body)
    #expect(first.body != other.body)
  }

  @Test func `gives a thousand rows when no limit is named`() async throws {
    let sandbox = try Sandbox.standing { $0.meteorites = 1200 }
    let rows = try await sandbox.get(Sandbox.portal).rows()
    #expect(rows.count == 1000)
  }

  @Test func `shows system fields only when they are selected`() async throws {
    let sandbox = try Sandbox.standing()
    let plain = try await sandbox.get(Sandbox.portal, ["$limit": "1"]).rows()
    let full = try await sandbox.get(Sandbox.portal, ["$select": ":*,*", "$limit": "1"]).rows()
    let two = try await sandbox.get(Sandbox.portal, ["$select": "id,:updated_at", "$limit": "1"])
    let names = try #require(two.rows().first).keys.sorted()
    #expect(plain[0].keys.allSatisfy { !$0.hasPrefix(":") || $0.hasPrefix(":@") })
    #expect(full[0].keys.contains(":id") && full[0].keys.contains(":updated_at"))
    #expect(full[0].keys.contains(":created_at") && full[0].keys.contains("name"))
    #expect(names == [":updated_at", "id"])
  }

  @Test func `drops computed columns under an order`() async throws {
    let sandbox = try Sandbox.standing()
    let computed = ":@computed_region_cbhk_fwbd"
    let free = try await sandbox.get(Sandbox.portal, ["$limit": "1"]).rows()
    let ordered = try await sandbox.get(Sandbox.portal, ["$limit": "1", "$order": "id"]).rows()
    let named = try await sandbox.get(
      Sandbox.portal, ["$limit": "1", "$order": "id", "$select": "id,\(computed)"]
    ).rows()
    #expect(free[0][computed] != nil)
    #expect(ordered[0][computed] == nil)
    #expect(named[0][computed] != nil)
  }

  @Test func `states its columns, their types and that it is synthetic`() async throws {
    let reply = try await Sandbox.standing().get(Sandbox.portal, ["$select": "mass,year,name"])
    #expect(reply["X-SODA2-Fields"] == #"["mass","name","year"]"#)
    #expect(reply["X-SODA2-Types"] == #"["number","text","floating_timestamp"]"#)
    #expect(reply["X-Synthetic"] == "true")
    #expect(reply["Content-Type"] == "application/json; charset=utf-8")
  }

  @Test func `has the oddities of the real list`() async throws {
    let rows = try await Sandbox.standing().get(Sandbox.portal, ["$order": "id"]).rows()
    #expect(rows.allSatisfy { $0["name"]?.text?.hasPrefix("Synthetic ") == true })
    #expect(rows.contains { $0["mass"] == nil } && rows.contains { $0["year"] == nil })
    #expect(rows.contains { $0["reclat"] == nil } && rows.contains { $0["mass"] == "0" })
    #expect(rows.contains { $0["reclat"] == "0.000000" && $0["reclong"] == "0.000000" })
    #expect(rows.contains { $0["reclong"] == "354.473330" })
    #expect(rows.contains { $0["year"] == "0860-01-01T00:00:00.000" })
    #expect(rows.allSatisfy { !$0.values.contains(.null) })
  }

  @Test func `writes points in the shape asked for`() async throws {
    let modern = try await Sandbox.standing().get(Sandbox.portal, ["id": "29"]).rows()
    let legacy = try await Sandbox.standing { $0.points = .latitudeLongitude }
      .get(Sandbox.portal, ["id": "29"]).rows()
    #expect(modern[0]["geolocation"]?.members?["type"] == "Point")
    #expect(modern[0]["geolocation"]?.members?["coordinates"]?.elements?.first == 354.47333)
    #expect(legacy[0]["geolocation"]?.members?["longitude"] == "354.47333")
  }

  @Test func `knows its app token`() async throws {
    let sandbox = try Sandbox.standing { $0.appToken = "secret" }
    let anonymous = try await sandbox.get(Sandbox.portal)
    let right = try await sandbox.get(Sandbox.portal, headers: ["X-App-Token": "secret"])
    let wrong = try await sandbox.get(Sandbox.portal, ["$$app_token": "guess"])
    #expect(anonymous.status == 200)
    #expect(right.status == 200)
    #expect(wrong.status == 403)
  }

  @Test func `has no other datasets`() async throws {
    let sandbox = try Sandbox.standing()
    let unknown = try await sandbox.get("/resource/aaaa-bbbb.json")
    let table = try await sandbox.get("/resource/stations.json")
    #expect(unknown.status == 404)
    #expect(table.status == 404)
  }

  @Test func `serves real rows from a file, which are not called synthetic`() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("sandbox-\(UUID().uuidString).ndjson")
    try Data(
      """
      {"id":"1","name":"Aachen","mass":"21","geolocation":{"type":"Point","coordinates":[6.1,50.8]}}
      {"id":"2","name":"Aarhus","mass":"720","fall":null}

      """.utf8
    ).write(to: file)
    let sandbox = try Sandbox.standing { $0.rows = ["y77d-th95": file] }
    try FileManager.default.removeItem(at: file)
    let reply = try await sandbox.get(
      "/resource/y77d-th95.json", ["$where": "mass > 100", "$select": ":*,*"])
    let rows = try reply.rows()
    #expect(rows.map { $0["name"] } == ["Aarhus"])
    #expect(rows[0][":id"]?.text?.hasPrefix("row-") == true)
    #expect(rows[0][":updated_at"] == "2026-01-01T00:00:00.000Z")
    #expect(reply["X-Synthetic"] == nil)
  }
}
