import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite struct `A live table` {
  @Test(arguments: ["name", "-name", "size", "-size", "kind", "-kind", "id", "-id", "-kind,size"])
  func `has the order of a naive sort, whichever is asked for`(sort: String) async throws {
    try await withTable(Things.random(400)) { table in
      let terms = sort.split(separator: ",").map { SortTerm($0) }
      let expected = try all(of: table).sorted { Things.precedes($0, $1, terms) }
      let window = try await table.window(TableQuery(sort: terms, limit: 1000))
      #expect(window.rows == expected)
      for offset in [0, 1, 37, 399] {
        let part = try await table.window(TableQuery(sort: terms, offset: offset, limit: 20))
        #expect(part.rows == Array(expected.dropFirst(offset).prefix(20)))
        #expect(part.total == 400 && part.offset == offset)
      }
    }
  }

  @Test(arguments: [400, 401, 1_000_000])
  func `is empty past the end, with the true total`(offset: Int) async throws {
    try await withTable(Things.random(400)) { table in
      let window = try await table.window(TableQuery(offset: offset))
      #expect(window.rows.isEmpty && window.total == 400 && window.offset == offset)
      let (bytes, version) = try await table.json(TableQuery(offset: offset))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("\"total\":400,\"offset\":\(offset),\"rows\":[]"))
      #expect(text.contains("\"version\":\"\(version)\""))
    }
  }

  @Test func `meets filters, counts them, and keeps the order`() async throws {
    try await withTable(Things.random(400)) { table in
      let filters = [
        Filter(field: "kind", test: .equals(.text("b"))),
        Filter(field: "size", test: .atLeast(.number(20))),
      ]
      let terms = [SortTerm("-size")]
      let expected = try all(of: table).filter { record in
        guard case .number(let size) = record.values[1] else { return false }
        return record.values[2] == .text("b") && size >= 20
      }.sorted { Things.precedes($0, $1, terms) }
      let window = try await table.window(TableQuery(sort: terms, filters: filters, limit: 1000))
      #expect(window.rows == expected)
      let count = try await table.count(of: filters)
      #expect(count == expected.count && count > 0)
    }
  }

  @Test func `says the same in JSON as in records`() async throws {
    try await withTable(Things.random(50)) { table in
      let query = TableQuery(sort: [SortTerm("-size")], offset: 10, limit: 5)
      let window = try await table.window(query)
      let (bytes, version) = try await table.json(query)
      let json = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      let object = try #require(json)
      let rows = try #require(object["rows"] as? [[String: Any]])
      #expect(rows.map { $0["id"] as? Int } == window.rows.map { Int($0.id.description) })
      #expect(version == window.version && object["version"] as? String == version)
      #expect(object["total"] as? Int == 50 && object["offset"] as? Int == 10)
      #expect((object["credit"] as? [String: Any])?["licence"] as? String == "CC0")
      let one = try await table.recordJSON(window.rows[0].id)
      let first = try JSONSerialization.jsonObject(with: Data(try #require(one))) as? [String: Any]
      #expect(first?["id"] as? Int == rows[0]["id"] as? Int)
    }
  }

  @Test func `knows a record's neighbours in its own order`() async throws {
    try await withTable(Things.random(30)) { table in
      let rows = try await table.window(TableQuery(limit: 1000)).rows
      for place in rows.indices {
        let (previous, next) = try await table.neighbours(of: rows[place].id)
        #expect(previous == (place > 0 ? rows[place - 1] : nil))
        #expect(next == (place < 29 ? rows[place + 1] : nil))
      }
      let none = try await table.neighbours(of: .integer(-1))
      #expect(none.previous == nil && none.next == nil)
    }
  }

  @Test(arguments: [("7", true), ("007", false), ("7.0", false), ("x", false), ("-3", true)])
  func `takes a key as the source writes it`(text: String, isKey: Bool) async throws {
    try await withTable([]) { table in
      let id = table.id(from: text)
      #expect((id != nil) == isKey)
      guard let id else { return }
      let record = try await table.record(id)
      #expect(record == nil)
    }
  }

  @Test func `has a new version exactly when records change`() async throws {
    try await withTable(Things.random(20)) { table in
      let first = try table.version()
      let all = try all(of: table)
      try await table.store.sync(all)
      #expect(try table.version() == first)
      try await table.store.save(SyncState())
      #expect(try table.version() == first)
      let before = try await table.window(TableQuery(limit: 1000))
      try await table.store.sync(Array(all.dropLast()))
      #expect(try table.version() != first)
      let after = try await table.window(TableQuery(limit: 1000))
      #expect(before.version == first && before.total == 20)
      #expect(after.version == (try table.version()) && after.total == 19)
    }
  }

  @Test(arguments: ["name", "-size", "-kind,size", "size.min=20", "-id"])
  func `moves few rows in the orders it has, just as if it sorted anew`(_ words: String)
    async throws
  {
    let filters = words.contains("=") ? [Filter(field: "size", test: .atLeast(.number(20)))] : []
    let terms = filters.isEmpty ? words.split(separator: ",").map { SortTerm($0) } : []
    var records = Things.random(400)
    try await withTable(records) { table in
      let query = TableQuery(sort: terms, filters: filters, limit: 1000)
      _ = try await table.window(query)
      for step in 1...12 {
        records.removeFirst(step % 3)
        for place in 0..<step { records[place * 7].values[1] = .number(Double(step * place % 50)) }
        records += [Things.named(Int64(1000 + step), "ł\(step)")]
        let counts = try await table.store.sync(records)
        #expect(counts.moved?.arriving.isEmpty == false)
        table.follow(counts)
        if step % 4 == 0 { continue }  // the next step follows two syncs at once
        let window = try await table.window(query)
        let anew = try await table.store.order(table.terms(of: query), filters: filters)
        #expect(window.rows.map(\.id) == anew.rows.map { .integer($0) }, "step \(step)")
      }
    }
  }

  @Test func `gives windows of one version while syncs come in between`() async throws {
    try await withTable([]) { table in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for size in 1...20 { try await table.store.sync(Things.same(size * 10, Double(size))) }
        }
        group.addTask {
          for _ in 0..<60 {
            let window = try await table.window(TableQuery(sort: [SortTerm("-size")], limit: 1000))
            #expect(window.rows.count == window.total && window.total % 10 == 0)
            #expect(Set(window.rows.map { $0.values[1] }).count <= 1)
            await Task.yield()
          }
        }
        try await group.waitForAll()
      }
    }
  }

  private func all(of table: LiveTable) throws -> [Record] {
    try table.store.records(.ordered([], [], 0, .max)).rows
  }
}
