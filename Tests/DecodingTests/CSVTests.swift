import AlmanacDecoding
@testable import AlmanacDeclarations
import Testing

@Suite struct `A CSV answer` {
  let fields = dataset(.csv, field("name", .text), field("mass", .number, "mass (g)"))

  @Test(arguments: [
    "name,id,mass (g)\nAachen,1,21\n\"a, \"\"b\"\"\nc\",2,\"107,000\"\n",
    "\u{FEFF}name;id;mass (g)\r\nAachen;1;21\r\n\"a, \"\"b\"\"\nc\";2;107,000",
    "name\tid\tmass (g)\r\n\r\nAachen\t1\t21\r\"a, \"\"b\"\"\nc\" \t2\t107000\r",
    " Name , ID ,Mass (G),,\r\nAachen,1,21,,\r\n\"a, \"\"b\"\"\nc\",2,107000,,\r\n,,,,\r\n",
  ])
  func `is read in every dialect`(_ answer: String) throws {
    let decoded = try decode(answer, fields)
    #expect(
      decoded.records == [
        Record(id: .integer(1), values: [.text("Aachen"), .number(21)]),
        Record(id: .integer(2), values: [.text("a, \"b\"\nc"), .number(107_000)]),
      ])
    #expect(decoded.page.setAside.isEmpty)
  }

  @Test func `takes missing trailing cells for absent and sets longer rows aside`() throws {
    let decoded = try decode("id,name,mass (g)\n1\n2,b\n3,c,1,,\n4,d,2,x\n5,\"e\"f,2\n", fields)
    #expect(decoded.records.map(\.id) == [.integer(1), .integer(2), .integer(3)])
    #expect(
      decoded.page.setAside == [
        SetAside(reason: .tooManyCells, count: 1, position: 5, excerpt: "4,d,2,x"),
        SetAside(reason: .textAfterQuote, count: 1, position: 6, excerpt: "5,\"e\"f,2"),
      ])
  }

  @Test func `counts lines inside quoted cells`() throws {
    let decoded = try decode("id,name\n1,\"a\nb\r\nc\"\nx,d\n", fields)
    #expect(decoded.page.setAside.map(\.position) == [5])
    #expect(
      failure("id,name\n1,\"a\nb\"\n2,\"open\n\n", fields)
        == "the quote that opens on line 4 is never closed")
  }

  @Test func `keeps undeclared columns, also without a name or with one that repeats`() throws {
    let decoded = try decode("id,note,name,name,\n1,say \"hi\"\t,a,b,c\n", fields)
    #expect(decoded.records[0].values[0] == .text("a"))
    let extra = #"{"column 5":"c","name (2)":"b","note":"say \"hi\"\u0009"}"#
    #expect(decoded.records[0].extra == extra)
  }

  @Test func `takes a name of another case only where no column has it exactly`() throws {
    let decoded = try decode("ID,NAME,name\n1,upper,exact\n", fields)
    #expect(decoded.records[0].values[0] == .text("exact"))
    #expect(decoded.records[0].extra == #"{"NAME":"upper"}"#)
  }

  @Test func `keeps an ill-typed cell under its column`() throws {
    let decoded = try decode("id,name,mass (g)\n1,a,heavy\n", fields)
    #expect(decoded.records[0].extra == #"{"mass (g)":"heavy"}"#)
    #expect(decoded.page.drift.retypedFields == ["mass"])
  }

  @Test func `with no rows is an empty list`() throws {
    #expect(try decode("id,name\n", fields).records.isEmpty)
  }

  @Test(arguments: [
    ("", "empty answer"), ("\n\n", "empty answer"), ("<html>", "got HTML"),
    ("name,mass\na,1\n", "expected a column id, got columns name, mass"),
    (#"{"errors":[{"message":"gone"}]}"#, "the upstream refused: gone"),
    (#"[{"id":1}]"#, "expected comma-separated values, got a list of 1"),
  ])
  func `of the wrong shape is a failure`(_ answer: String, _ words: String) {
    #expect(failure(answer, fields).contains(words))
  }

  @Test func `obeys a declared delimiter`() throws {
    var declared = fields
    declared.source.delimiter = "|"
    #expect(try decode("id|name\n1|a,b;c\n", declared).records[0].values[0] == .text("a,b;c"))
  }
}
