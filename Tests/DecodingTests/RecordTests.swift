import AlmanacDecoding
@testable import AlmanacDeclarations
import Testing

@Suite struct `A record` {
  @Test func `is found by the key spelt like the path before its parts`() throws {
    let fields = dataset(field("it", .text, "a.b"), field("mass", .number, "mass (g)"))
    let answer =
      #"[{"id":1,"a.b":"whole","a":{"b":"parts"},"mass (g)":"21"},{"id":2,"a":{"b":"parts"}}]"#
    let values = try decode(answer, fields).records.map(\.values)
    #expect(values == [[.text("whole"), .number(21)], [.text("parts"), .absent]])
  }

  @Test func `takes the first path that has a value`() throws {
    let fields = dataset(field("it", .text, "a", "b.0", "c.x.y"))
    let answer = """
      [{"id":1,"a":"","b":["first","second"]},{"id":2,"b":[],"c":{"x":{"y":"deep"}}},{"id":3,"b":"no list"}]
      """
    let values = try decode(answer, fields).records.map(\.values)
    #expect(values == [[.text("first")], [.text("deep")], [.absent]])
  }

  @Test func `takes the last of a repeated key`() throws {
    let fields = dataset(field("it", .text), field("deep", .text, "a.b"))
    let answer = #"[{"id":9,"it":"x","a":{"b":"old"},"u":1,"id":1,"it":"y","a":{},"u":2}]"#
    let expected = Record(id: .integer(1), values: [.text("y"), .absent], extra: #"{"u":2}"#)
    #expect(try decode(answer, fields).records == [expected])
  }

  @Test func `matches keys that are written with escapes`() throws {
    let answer = #"[{"\u0069d":1,"n\u0061me":"a","u\u0022":"b"}]"#
    let expected = Record(id: .integer(1), values: [.text("a")], extra: #"{"u\"":"b"}"#)
    #expect(try decode(answer, dataset(field("name", .text))).records == [expected])
  }

  @Test func `keeps what nobody declared, in the order of its keys and without spaces`() throws {
    let answer = """
      [{"id":1,"z":[1, {"q" : "a \\" b"}],"name":"n","a":"x\\u0141","e":"","n":null,"o":{ },"l":[],
        ":id":"row-1",":updated_at":"2026",":@computed_region_abc":"4","deep":{"in":1,"out":2}}]
      """
    let decoded = try decode(
      answer, dataset(field("name", .text), field("deep", .integer, "deep.in")))
    #expect(decoded.records[0].extra == #"{"a":"xŁ","z":[1,{"q":"a \" b"}]}"#)
    let undeclared = decoded.page.drift.undeclared
    #expect(Set(undeclared.keys) == ["a", "e", "l", "n", "o", "z"])
    #expect(undeclared["z"] == Drift.Undeclared(count: 1, kinds: [.list]))
  }

  @Test func `has no extra where nothing is left over`() throws {
    #expect(
      try decode(#"[{"id":1,"name":"n","x":null}]"#, dataset(field("name", .text))).records[0].extra
        == nil)
  }

  @Test func `without a key of the declared type is set aside`() throws {
    let answer = #"[{"id":1},{"name":"a"},{"id":"x"},{"id":null},{"id":2.5},{"id":"3"},[],7]"#
    let decoded = try decode(answer, dataset(field("name", .text)))
    #expect(decoded.records.map(\.id) == [.integer(1), .integer(3)])
    #expect(decoded.page.setAside.map(\.reason) == [.noKey, .notARecord])
    #expect(decoded.page.setAside.map(\.count) == [4, 2])
    #expect(decoded.page.setAside[0].position == 2)
    #expect(decoded.page.setAside[0].excerpt == #"{"name":"a"}"#)
    #expect(decoded.page.setAside[0].reason.description == "no key")
  }

  @Test func `takes its key from the first path that has one`() throws {
    let countries = dataset(
      .json, integerKey: false, key: ["cca2", "codes.alpha_2"], field("name", .text))
    let answer = #"[{"cca2":" AW "},{"codes":{"alpha_2":"PL"}},{"cca2":616}]"#
    #expect(
      try decode(answer, countries).records.map(\.id) == [.text("AW"), .text("PL"), .text("616")])
  }

  @Test func `whose key came before is set aside, also across pages`() throws {
    let decoder = RecordDecoder(dataset: dataset(field("name", .text)))
    var run = DecodingRun()
    var names: [Value] = []
    let first = try decoder.decode(
      #"[{"id":1,"name":"a"},{"id":1,"name":"b"},{"id":2,"name":"c"}]"#.utf8, in: &run
    ) { names += $0.values }
    let second = try decoder.decode(#"[{"id":2,"name":"d"},{"id":3}]"#.utf8, in: &run) {
      names += $0.values
    }
    #expect(names == [.text("a"), .text("c"), .absent])
    #expect(first.duplicates == 1)
    #expect(second.duplicates == 1)
    #expect(second.firstID == .integer(2))
    #expect(second.lastID == .integer(3))
    #expect(second.setAside.map(\.reason) == [.keyRepeats])
    #expect(run.count == 3)
  }

  @Test func `of a page that repeats an earlier one is no failure`() throws {
    let decoder = RecordDecoder(dataset: dataset(field("name", .text)))
    var run = DecodingRun()
    let page = "[" + (1...100).map { #"{"id":\#($0)}"# }.joined(separator: ",") + "]"
    try decoder.decode(page.utf8, in: &run) { _ in }
    let again = try decoder.decode(page.utf8, in: &run) { _ in }
    #expect(again.duplicates == 100)
    #expect(again.records == 0)
    #expect(again.firstID == .integer(1))
  }

  @Test func `gets its bands from the number they sort`() throws {
    let bands = Bands(
      of: "mass",
      steps: [.init(name: "big", atLeast: 10_000), .init(name: "small", atLeast: 1_000)],
      otherwise: "other")
    let fields = dataset(Field(name: "size", type: .text, bands: bands), field("mass", .number))
    let answer = #"[{"id":1,"mass":"10000"},{"id":2,"mass":9999.9},{"id":3,"mass":0},{"id":4}]"#
    let sizes = try decode(answer, fields).records.map { $0.values[0] }
    #expect(sizes == [.text("big"), .text("small"), .text("other"), .absent])
  }

  @Test func `gives the greatest cursor of its page`() throws {
    var soda = dataset(.soda, field("name", .text))
    soda.refresh.cursor = ":updated_at"
    let answer = """
      [{"id":1,":updated_at":"2026-11-20T03:38:00.100Z"},{"id":2,":updated_at":"2026-11-21T00:00:00.000Z"},
       {"id":3,":updated_at":"2026-11-20T23:30:00.000-01:00"},{"id":4}]
      """
    #expect(try decode(answer, soda).page.cursor?.text == "2026-11-20T23:30:00.000-01:00")
    #expect(Cursor("9") < Cursor("10"))
    #expect(Cursor("1.5") < Cursor("2"))
    #expect(Cursor("b") < Cursor("c"))
  }

  @Test func `gives its key alone where nothing else is asked for`() throws {
    let decoder = RecordDecoder(dataset: dataset(.soda, field("name", .text)))
    var run = DecodingRun()
    var ids: [RecordID] = []
    let page = try decoder.decodeKeys(#"[{"id":"1"},{"id":"2"}]"#.utf8, in: &run) { ids.append($0) }
    #expect(ids == [.integer(1), .integer(2)])
    #expect(page.records == 2)
    #expect(page.drift == Drift())
  }
}

@Suite struct `The drift of a source` {
  @Test func `names what is new, gone and retyped, and adds up over pages`() throws {
    let fields = dataset(
      field("mass", .number), field("year", .year), field("name", .text, "name", "title"))
    var drift = try decode(
      #"[{"id":1,"mass":"heavy","title":"a","mass_g":5},{"id":2,"mass":null,"mass_g":"x"}]"#, fields
    ).page.drift
    #expect(drift.unseenPaths == [FieldPath("year")])
    #expect(drift.retypedFields == ["mass"])
    #expect(drift.fields[0].sample == "heavy")
    #expect(drift.undeclared == ["mass_g": Drift.Undeclared(count: 2, kinds: [.number, .text])])
    drift.add(try decode(#"[{"id":3,"mass":5,"year":1880}]"#, fields).page.drift)
    #expect(drift.unseenPaths.isEmpty)
    #expect(drift.retypedFields.isEmpty)
    #expect(drift.fields[0].present == 2)
  }
}
