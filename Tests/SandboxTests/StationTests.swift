import AlmanacSandbox
import Testing

@Suite struct `The railway stations` {
  private static let version = ["X-KOLEO-Version": "1"]

  @Test func `are given to clients that name the version`() async throws {
    let sandbox = try Sandbox.standing()
    let path = "/api/v2/main/stations"
    let without = try await sandbox.get(path)
    let wrong = try await sandbox.get(path, headers: ["X-KOLEO-Version": "2"])
    let right = try await sandbox.get(path, headers: Self.version)
    let rows = try right.rows()
    #expect([without.status, wrong.status, right.status] == [400, 426, 200])
    #expect(right["Cache-Control"] == "max-age=86400")
    #expect(right["ETag"] != nil && right["X-Synthetic"] == "true")
    #expect(rows.count == 200)
  }

  @Test func `have the oddities of the real list`() async throws {
    let rows = try await Sandbox.standing().get("/api/v2/main/stations", headers: Self.version)
      .rows()
    let names = rows.compactMap { $0["name"]?.text }
    let ids = rows.compactMap { $0["id"]?.plainText }
    #expect(rows.contains { $0["latitude"]?.plainText == "0" && $0["longitude"] != nil })
    #expect(Set(names).count < names.count && Set(ids).count == ids.count)
    #expect(rows.contains { $0["city"] == "" } && rows.contains { $0["ibnr"] == .null })
    #expect(names.contains { $0.contains("  ") } && names.contains { $0.hasSuffix(" ") })
    #expect(ids != ids.sorted() && ids != ids.sorted().reversed())
    #expect(names.allSatisfy { $0.hasPrefix("Synthetic") || $0.hasPrefix("Syntetyczna") })
  }

  @Test func `have keywords, some shared and some stations without`() async throws {
    let sandbox = try Sandbox.standing()
    let stations = try await sandbox.get("/api/v2/main/stations", headers: Self.version)
    let keywords = try await sandbox.get("/api/v2/main/station_keywords", headers: Self.version)
    let named = Set(try keywords.column("station_id"))
    let words = try keywords.column("keyword")
    let ids = Set(try stations.column("id"))
    #expect(named.isSubset(of: ids) && named.count < ids.count)
    #expect(words.filter { $0 == "Synthetic Główny" }.count > 5)
    #expect(words.contains { $0.hasPrefix("Drezno") })
    #expect(Set(try keywords.column("id")).count == words.count)
  }
}
