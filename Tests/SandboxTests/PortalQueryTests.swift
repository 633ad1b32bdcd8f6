import AlmanacSandbox
import Foundation
import Testing

@Suite struct `The portal's query language` {
  /// Five rows whose answers are known by heart.
  private static func sandbox() async throws -> Sandbox {
    let sandbox = try Sandbox.standing()
    try await sandbox.state.replace(
      Sandbox.meteorites,
      with: [
        [
          "id": "1", "name": "Synthetic O'Brien", "mass": "10.5", "fall": "Fell",
          "year": year(2011),
        ],
        ["id": "2", "name": "Synthetic 2", "mass": "9", "fall": "Found", "year": year(860)],
        ["id": "3", "name": "Synthetic 3", "fall": "Fell", "year": year(2013)],
        ["id": "4", "name": "Synthetic 4", "mass": "1000", "fall": "Fell"],
        ["id": "5", "name": "Synthetic 5", "mass": "0", "year": year(1880)],
      ])
    return sandbox
  }

  private static func year(_ year: Int) -> Sandbox.JSON {
    "\(String(repeating: "0", count: 4 - String(year).count))\(year)-01-01T00:00:00.000"
  }

  @Test(arguments: [
    ("mass > 9", "1,4"), ("mass >= 9", "1,2,4"), ("mass = '9'", "2"), ("9 = mass", "2"),
    ("mass != 9", "1,4,5"), ("mass <> 9", "1,4,5"), ("mass < 9.5e0", "2,5"),
    ("mass > -1", "1,2,4,5"),
    ("name = 'Synthetic O''Brien'", "1"), ("NAME = 'Synthetic 2'", "2"),
    ("`name` = 'Synthetic 2'", "2"), ("name > 'Synthetic 3'", "1,4,5"),
    ("mass is null", "3"), ("mass IS NOT NULL", "1,2,4,5"), ("fall is null", "5"),
    ("year >= '2011-01-01'", "1,3"), ("year >= '2011-01-01T00:00:00'", "1,3"),
    ("year < '0861-01-01T00:00:00.000'", "2"), ("year > '2011-01-01T00:00:00.000'", "3"),
    ("not fall = 'Fell'", "2"), ("not (fall = 'Fell' or mass = 9)", ""),
    ("fall = 'Fell' and mass > 100 or id = 2", "2,4"),
    ("fall = 'Fell' and (mass > 100 or id = 1)", "1,4"),
    ("fall = 'Fell' or mass = 0", "1,3,4,5"), ("not not mass = 0", "5"),
    ("fall='Fell'and(mass>100)", "4"), ("true", "1,2,3,4,5"), ("false or id = 1", "1"),
  ])
  func `finds the rows for which a condition is true`(
    condition: String, expected: String
  ) async throws {
    let reply = try await Self.sandbox().get(
      Sandbox.portal, ["$where": condition, "$order": "id"])
    let ids = try reply.column("id").joined(separator: ",")
    #expect(reply.status == 200)
    #expect(ids == expected)
  }

  @Test(arguments: [
    ("mass >", "query.compiler.malformed"), ("mass = 'abc'", "query.soql.type-mismatch"),
    ("weight = 3", "query.soql.no-such-column"), ("(mass = 3", "query.compiler.malformed"),
    ("name = 'open", "query.compiler.malformed"), ("mass ; 3", "query.compiler.malformed"),
    ("year >= 2011", "query.soql.type-mismatch"), ("name = 3", "query.soql.type-mismatch"),
    ("mass = 3 3", "query.compiler.malformed"), ("", "query.compiler.malformed"),
    ("mass is 3", "query.compiler.malformed"), ("mass", "query.compiler.malformed"),
    ("and", "query.compiler.malformed"), ("year = '2011-1-1'", "query.soql.type-mismatch"),
    ("mass = 1.2.3", "query.compiler.malformed"), ("name = mass", "query.soql.type-mismatch"),
    (String(repeating: "(", count: 5000), "query.too-deep"),
  ])
  func `refuses a mistake in SODA's words`(condition: String, code: String) async throws {
    let reply = try await Self.sandbox().get(Sandbox.portal, ["$where": condition])
    let error = try reply.json()
    #expect(reply.status == 400)
    #expect(error.members?["errorCode"]?.text == code)
    #expect(error.members?["message"]?.text?.isEmpty == false)
    #expect(error.members?["data"]?.members != nil)
  }

  @Test func `can speak the older shape of errors`() async throws {
    let sandbox = try Sandbox.standing { $0.errorShape = .code }
    let reply = try await sandbox.get(Sandbox.portal, ["$where": "weight = 3"])
    let error = try reply.json()
    #expect(error.members?["error"] == true)
    #expect(error.members?["code"] == "query.soql.no-such-column")
  }

  @Test func `sorts by several keys, with missing values where PostgreSQL has them`() async throws {
    let sandbox = try await Self.sandbox()
    let ascending = try await sandbox.get(Sandbox.portal, ["$order": "mass, id"]).column("id")
    let descending = try await sandbox.get(Sandbox.portal, ["$order": "mass DESC"]).column("id")
    let mixed = try await sandbox.get(Sandbox.portal, ["$order": "fall desc, id asc"]).column("id")
    #expect(ascending == ["5", "2", "1", "4", "3"])
    #expect(descending == ["3", "4", "1", "2", "5"])
    #expect(mixed == ["5", "2", "1", "3", "4"])
  }

  @Test func `filters by plain columns`() async throws {
    let sandbox = try await Self.sandbox()
    let fallen = try await sandbox.get(Sandbox.portal, ["fall": "Fell", "$order": ":id"])
    let one = try await sandbox.get(Sandbox.portal, ["mass": "10.5"])
    let strange = try await sandbox.get(Sandbox.portal, ["weight": "3"])
    let fallenIDs = try fallen.column("id")
    let oneIDs = try one.column("id")
    #expect(Set(fallenIDs) == ["1", "3", "4"])
    #expect(oneIDs == ["1"])
    #expect(strange.status == 400)
  }

  @Test(arguments: [
    ("$order", "weight"), ("$order", "mass sideways"), ("$select", "mass,,name"),
    ("$select", "weight"), ("$limit", "-1"), ("$limit", "many"), ("$offset", "-5"),
    ("$group", "fall"), ("$order", ""),
  ])
  func `refuses other parameters it cannot read`(name: String, value: String) async throws {
    let reply = try await Self.sandbox().get(Sandbox.portal, [name: value])
    #expect(reply.status == 400)
  }
}
