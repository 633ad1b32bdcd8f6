import AlmanacSandbox
import Foundation
import Testing

@Suite struct `A faulty upstream` {
  @Test func `fails as often as ordered and then recovers`() async throws {
    let sandbox = try Sandbox.standing()
    await sandbox.state.inject(.status(429, retryAfter: "5"), at: "/resource", requests: 2)
    let first = try await sandbox.get(Sandbox.portal)
    let elsewhere = try await sandbox.get("/v3.1/all", ["fields": "cca2"])
    let second = try await sandbox.get(Sandbox.portal)
    let third = try await sandbox.get(Sandbox.portal)
    let statuses = [first, second, third].map(\.status)
    #expect(statuses == [429, 429, 200])
    #expect(first["Retry-After"] == "5")
    #expect(elsewhere.status == 200)
  }

  @Test func `serves its orders one after the other`() async throws {
    let sandbox = try Sandbox.standing()
    await sandbox.state.inject(.status(202), at: "/resource")
    await sandbox.state.inject(.status(500), at: "/")
    let statuses = [
      try await sandbox.get(Sandbox.portal).status, try await sandbox.get(Sandbox.portal).status,
    ]
    let left = await sandbox.state.faults
    #expect(statuses == [202, 500])
    #expect(left.isEmpty)
  }

  @Test(arguments: [
    Sandbox.Fault.status(.max), .shrunken(percent: .max), .shrunken(percent: -1),
    .cut(percent: .min), .slow(bytes: .min, pause: .zero), .repeatedPages,
  ])
  func `survives an order without sense`(fault: Sandbox.Fault) async throws {
    let sandbox = try Sandbox.standing { $0.meteorites = 2 }
    await sandbox.state.inject(fault, at: "/resource")
    let reply = try await sandbox.get(Sandbox.portal, ["$offset": "\(Int.min)"])
    #expect([200, 400, 599].contains(reply.status))
  }

  @Test func `takes its orders back`() async throws {
    let sandbox = try Sandbox.standing()
    await sandbox.state.inject(.status(503), at: "/", requests: 9)
    await sandbox.state.clearFaults()
    let reply = try await sandbox.get(Sandbox.portal)
    #expect(reply.status == 200)
  }

  @Test func `can be wrong with status 200`() async throws {
    let sandbox = try Sandbox.standing()
    await sandbox.state.inject(.html, at: "/resource")
    await sandbox.state.inject(.wrongShape, at: "/resource")
    let page = try await sandbox.get(Sandbox.portal)
    let shape = try await sandbox.get(Sandbox.portal)
    let json = try shape.json()
    #expect(page.status == 200 && page["Content-Type"] == "text/html; charset=utf-8")
    #expect(page.text.hasPrefix("<!DOCTYPE html>"))
    #expect(shape.status == 200 && json.members?["success"] == false)
  }

  @Test func `redirects anywhere`() async throws {
    let sandbox = try Sandbox.standing()
    await sandbox.state.inject(.redirect(to: "http://other.example/file.csv"), at: "/resource")
    let reply = try await sandbox.get(Sandbox.portal)
    #expect(reply.status == 302)
    #expect(reply["Location"] == "http://other.example/file.csv")
  }

  @Test func `gives part of the rows under another entity tag`() async throws {
    let sandbox = try Sandbox.standing()
    let whole = try await sandbox.get(Sandbox.portal, ["$order": "id"])
    await sandbox.state.inject(.shrunken(percent: 10), at: "/resource")
    let part = try await sandbox.get(
      Sandbox.portal, ["$order": "id"], headers: ["If-None-Match": whole["ETag"] ?? ""])
    let (wholeIDs, partIDs) = (try whole.column("id"), try part.column("id"))
    #expect(part.status == 200)
    #expect(partIDs == Array(wholeIDs.prefix(12)))
    #expect(part["ETag"] != whole["ETag"])
  }

  @Test func `renames, drops and retypes a field`() async throws {
    let sandbox = try Sandbox.standing()
    await sandbox.state.inject(.renamed("mass", to: "mass_g"), at: "/resource")
    await sandbox.state.inject(.dropped("mass"), at: "/resource")
    await sandbox.state.inject(.retyped("geolocation"), at: "/resource")
    let query: KeyValuePairs = ["id": "1"]
    let renamed = try await sandbox.get(Sandbox.portal, query).rows()
    let dropped = try await sandbox.get(Sandbox.portal, query).rows()
    let retyped = try await sandbox.get(Sandbox.portal, query).rows()
    let plain = try await sandbox.get(Sandbox.portal, query).rows()
    #expect(renamed[0]["mass"] == nil && renamed[0]["mass_g"] == plain[0]["mass"])
    #expect(dropped[0]["mass"] == nil && dropped[0]["name"] == plain[0]["name"])
    #expect(retyped[0]["geolocation"]?.text?.contains("Point") == true)
  }

  @Test func `reaches the rows inside an envelope`() async throws {
    let sandbox = try Sandbox.standing()
    await sandbox.state.inject(.shrunken(percent: 50), at: "/countries")
    let reply = try await sandbox.get("/countries/v5", headers: ["Authorization": "Bearer k"])
    let data = try reply.json().members?["data"]?.members
    #expect(data?["objects"]?.elements?.count == 6)
    #expect(data?["meta"]?.members?["total"] == 12)
  }

  @Test func `ignores offsets or repeats pages`() async throws {
    let sandbox = try Sandbox.standing()
    func page(_ offset: Int) async throws -> String? {
      try await sandbox.get(
        Sandbox.portal, ["$order": "id", "$limit": "10", "$offset": "\(offset)"]
      ).column("id").first
    }
    await sandbox.state.inject(.ignoredOffset, at: "/resource", requests: 2)
    let stuck = [try await page(0), try await page(10)]
    await sandbox.state.inject(.repeatedPages, at: "/resource", requests: 3)
    let repeated = [try await page(0), try await page(10), try await page(20)]
    #expect(stuck == ["1", "1"])
    #expect(repeated == ["1", "1", "11"])
  }

  @Test func `cuts a body short inside correct HTTP`() async throws {
    let sandbox = try Sandbox.standing()
    let whole = try await sandbox.get(Sandbox.portal, ["$order": "id"])
    await sandbox.state.inject(.cut(percent: 25), at: "/resource")
    let part = try await sandbox.get(Sandbox.portal, ["$order": "id"])
    #expect(part.body == Array(whole.body.prefix(whole.body.count / 4)))
    #expect(throws: (any Error).self) { try part.rows() }
  }

  @Test func `drips a body`() async throws {
    let sandbox = try Sandbox.standing()
    await sandbox.state.inject(.slow(bytes: 4000, pause: .milliseconds(1)), at: "/resource")
    await sandbox.state.inject(.hang(.milliseconds(1)), at: "/resource")
    let slow = try await sandbox.get(Sandbox.portal, ["$order": "id"])
    let late = try await sandbox.get(Sandbox.portal, ["$order": "id"])
    #expect(slow.body == late.body)
    #expect(slow.status == 200)
  }

  @Test func `spoils an answer also for a client that has the right one`() async throws {
    let sandbox = try Sandbox.standing()
    let whole = try await sandbox.get(Sandbox.portal, ["$order": "id"])
    let tag = try #require(whole["ETag"])
    await sandbox.state.inject(.cut(percent: 50), at: "/resource")
    await sandbox.state.inject(.spoilt(.mark), at: "/resource")
    let conditions = ["If-None-Match": tag]
    let cut = try await sandbox.get(Sandbox.portal, ["$order": "id"], headers: conditions)
    let marked = try await sandbox.get(Sandbox.portal, ["$order": "id"], headers: conditions)
    let after = try await sandbox.get(Sandbox.portal, ["$order": "id"], headers: conditions)
    #expect(cut.status == 200 && cut.body.count == whole.body.count / 2)
    #expect(marked.status == 200 && marked.body == [0xEF, 0xBB, 0xBF] + whole.body)
    #expect(marked["ETag"] != tag)
    #expect(after.status == 304)
  }

  @Test func `empties, doubles and overloads fields and records`() async throws {
    let sandbox = try Sandbox.standing()
    for fault in [Sandbox.Fault.nulled("mass"), .doubled, .nullRows, .digits("mass", count: 40)] {
      await sandbox.state.inject(fault, at: "/resource")
    }
    let query: KeyValuePairs = ["$order": "id", "$limit": "4"]
    let nulled = try await sandbox.get(Sandbox.portal, query).rows()
    let doubled = try await sandbox.get(Sandbox.portal, query).rows()
    let nulls = try await sandbox.get(Sandbox.portal, query).json().elements ?? []
    let digits = try await sandbox.get(Sandbox.portal, query).text
    #expect(nulled.allSatisfy { $0["mass"] == .null })
    #expect(doubled.count == 8 && doubled[0] == doubled[1])
    #expect(nulls.map { $0 == .null } == [false, true, false, true])
    #expect(digits.contains(String(repeating: "7", count: 40) + ","))
  }
}
