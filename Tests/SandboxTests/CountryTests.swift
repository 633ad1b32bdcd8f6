import AlmanacSandbox
import Testing

@Suite struct `The countries` {
  @Test(arguments: [
    ("", 400), ("name,cca2", 200), ("name, cca2", 400), ("a,b,c,d,e,f,g,h,i,j", 200),
    ("a,b,c,d,e,f,g,h,i,j,k", 400), ("name,,cca2", 400),
  ])
  func `need one to ten fields without spaces`(fields: String, status: Int) async throws {
    let reply = try await Sandbox.standing().get("/v3.1/all", ["fields": fields])
    #expect(reply.status == status)
  }

  @Test func `are refused as a whole without fields`() async throws {
    let reply = try await Sandbox.standing().get("/v3.1/all")
    let error = try reply.json()
    #expect(reply.status == 400)
    #expect(error.members?["status"] == 400)
  }

  @Test func `carry the fields asked for and may be kept for a year`() async throws {
    let reply = try await Sandbox.standing().get("/v3.1/all", ["fields": "cca2,capital,flags"])
    let rows = try reply.rows()
    #expect(rows.count == 12)
    #expect(rows.allSatisfy { $0.keys.sorted() == ["capital", "cca2", "flags"] })
    #expect(rows[0]["flags"]?.members?["png"] == "http://localhost/flags/w320/xa.png")
    #expect(reply["Cache-Control"] == "public, max-age=31536000, immutable")
    #expect(reply["X-Synthetic"] == "true")
  }

  @Test func `have missing parts in one of them`() async throws {
    let sandbox = try Sandbox.standing()
    let fields = "name,capital,capitalInfo,currencies,subregion"
    let reply = try await sandbox.get("/v3.1/alpha/xq", ["fields": fields])
    let country = try #require(reply.json().members)
    #expect(country["name"]?.members?["common"] == "Synthetic Antarctica")
    #expect(country["capital"] == [] && country["currencies"] == [:])
    #expect(country["capitalInfo"] == ["latlng": []] && country["subregion"] == "")
  }

  @Test func `come one by one as an object with fields and as an array without`() async throws {
    let sandbox = try Sandbox.standing()
    let object = try await sandbox.get("/v3.1/alpha/XA", ["fields": "cca2"]).json()
    let array = try await sandbox.get("/v3.1/alpha/XA").json()
    let missing = try await sandbox.get("/v3.1/alpha/ZZ", ["fields": "cca2"])
    let malformed = try await sandbox.get("/v3.1/alpha/Z", ["fields": "cca2"])
    #expect(object == ["cca2": "XA"])
    #expect(array.elements?.count == 1)
    #expect([missing.status, malformed.status] == [404, 400])
  }

  @Test func `are paged in version 5`() async throws {
    let sandbox = try Sandbox.standing { $0.countriesKey = "key" }
    let headers = ["Authorization": "Bearer key"]
    let first = try await sandbox.get("/countries/v5", ["limit": "5"], headers: headers).json()
    let last = try await sandbox.get(
      "/countries/v5", ["limit": "5", "offset": "10"], headers: headers
    ).json()
    let meta = first.members?["data"]?.members?["meta"]
    let objects = last.members?["data"]?.members?["objects"]?.elements
    let more = last.members?["data"]?.members?["meta"]?.members?["more"]
    #expect(meta == ["total": 12, "count": 5, "limit": 5, "offset": 0, "more": true])
    #expect(objects?.count == 2 && more == false)
    #expect(objects?.last?.members?["codes"]?.members?["alpha_2"] == "XQ")
  }

  @Test(arguments: [
    ("", "5", 401), ("Bearer wrong", "5", 401), ("Bearer key", "101", 400),
    ("Bearer key", "0", 400), ("Bearer key", "100", 200),
  ])
  func `want a key and a limit of at most 100 in version 5`(
    authorization: String, limit: String, status: Int
  ) async throws {
    let sandbox = try Sandbox.standing { $0.countriesKey = "key" }
    let reply = try await sandbox.get(
      "/countries/v5", ["limit": limit], headers: ["Authorization": authorization])
    let message = try reply.json().members?["errors"]?.elements?.first?.members?["message"]
    #expect(reply.status == status)
    #expect((message == nil) == (status == 200))
  }
}
