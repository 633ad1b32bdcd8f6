import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacWebsite

@Suite struct `What is shown of a record` {
  static let dataset = Dataset(
    id: "things", source: Source(kind: .csv, url: "https://example.org"),
    key: Key(from: [FieldPath("id")], isInteger: true),
    fields: [
      Field(name: "name", type: .text), Field(name: "day", type: .date, from: [FieldPath("Day")]),
      Field(name: "size", type: .number), Field(name: "tags", type: .list),
    ])

  private func content(_ record: Record) throws -> RecordContent {
    let words = try Catalogue(contentsOf: TrialLibrary.share.appending(path: "words/en.json"))
    return RecordContent(dataset: Self.dataset, record: record, text: ValueText(words: words))
  }

  @Test func `does not grow with it`() throws {
    let long = String(repeating: "ł", count: 1_000_000)
    let tags = Value.list(Array(repeating: long, count: 1_000))
    let record = Record(id: .integer(1), values: [.text(long), .absent, .absent, tags])
    let content = try content(record)
    for index in record.values.indices {
      let shown = content.text.text(of: record, index, in: Self.dataset) ?? ""
      #expect(shown.utf8.count <= 90_000)
    }
    #expect(content.title.utf8.count <= 2_010)
    let fact = try #require(content.fact("name")?.text)
    #expect(fact.utf8.count <= 20_010 && fact.hasSuffix("ł…"))
  }

  @Test func `is also what was sent that is no value of its type`() throws {
    let record = Record(
      id: .integer(1), values: [.text("a"), .absent, .absent, .absent],
      extra: #"{"Day":"03/04/2026","colour":"grey","size":1e400}"#)
    let content = try content(record)
    #expect(content.fact("day")?.text == "03/04/2026")
    #expect(content.fact("size")?.text == "1e400")
    #expect(content.fact("tags") == nil)
  }
}
