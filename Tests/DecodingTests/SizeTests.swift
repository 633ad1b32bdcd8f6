import AlmanacDecoding
@testable import AlmanacDeclarations
import Testing

@Suite struct `The size of a record` {
  @Test func `is bounded, and a larger one is set aside`() throws {
    let long = String(repeating: "a", count: 5 << 20)
    let fields = dataset(field("name", .text))
    let decoded = try decode(#"[{"id":1,"name":"\#(long)"},{"id":2,"name":"b"}]"#, fields)
    #expect(decoded.records == [Record(id: .integer(2), values: [.text("b")])])
    #expect(decoded.page.setAside.map(\.reason) == [.tooLarge])
    #expect(decoded.page.setAside[0].excerpt.utf8.count < 100)
    let rows = try decode("id,name\n1,\(long)\n2,b\n", dataset(.csv, field("name", .text)))
    #expect(rows.records.map(\.id) == [.integer(2)])
  }

  @Test func `leaves its drift small, however many keys nobody declared`() throws {
    let keys = (0..<100_000).map { #""key \#($0) that grows":\#($0)"# }
    let decoded = try decode(
      #"[{"id":1,\#(keys.joined(separator: ","))}]"#, dataset(field("name", .text)))
    #expect(decoded.records.count == 1)
    #expect(decoded.page.drift.undeclared.count == Drift.mostUndeclared)
    #expect(decoded.page.drift.moreUndeclared >= 60_000)
    #expect(decoded.page.drift.undeclared.keys.allSatisfy { $0.utf8.count <= 82 })
  }

  @Test func `counts what binary64 cannot hold, and keeps it as it was sent`() throws {
    let fields = dataset(field("size", .number), field("count", .integer))
    let decoded = try decode(
      #"[{"id":1,"size":1e400,"count":9223372036854775808},{"id":2,"size":1,"count":2}]"#, fields)
    #expect(decoded.records[0].extra == #"{"count":9223372036854775808,"size":1e400}"#)
    #expect(decoded.page.drift.fields.map(\.illTyped) == [1, 1])
  }
}
