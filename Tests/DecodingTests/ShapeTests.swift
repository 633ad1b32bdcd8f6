import AlmanacDecoding
@testable import AlmanacDeclarations
import Testing

@Suite struct `An answer of the wrong shape` {
  @Test(arguments: [
    ("", "empty answer"), (" \n\u{FEFF}", "not JSON"), ("\u{FEFF}", "empty answer"),
    (
      "<!DOCTYPE html><html><head><title>Not\n Found</title>",
      "got HTML, a web page titled “Not Found”"
    ),
    ("  <html><body>", "got HTML, a web page"),
    ("<?xml version=\"1.0\"?><rows/>", "got XML: <?xml"),
    (
      #"{"success":true,"count":5}"#,
      "expected a list of records, got an object with keys success, count"
    ),
    (#"{"success":false,"message":"gone"}"#, "the upstream refused: gone"),
    (#"{"success":false,"error":"gone"}"#, "the upstream refused: gone"),
    (#"{"success":false}"#, "the upstream refused: an object with keys success"),
    (
      #"{"message":"Query coordinator error","errorCode":"query.soql.no-such-column","data":{}}"#,
      "the upstream refused: Query coordinator error (query.soql.no-such-column)"
    ),
    (
      #"{"code":"not_found","error":true,"message":"Cannot find view"}"#,
      "the upstream refused: Cannot find view (not_found)"
    ),
    (
      #"{"errors":[{"message":"Invalid key"},{"message":"Go away"}]}"#,
      "the upstream refused: Invalid key; Go away"
    ),
    ("null", "expected a list of records, got null"), ("\"hello\"", "got the text “hello”"),
    ("42", "got the number 42"), ("true", "got true or false"),
    (#"[{"id":1},{"id":"#, "truncated JSON at byte 16"),
    (#"[{"id":1}"#, "truncated JSON at byte 9"),
    (#"[{"id":1}] x"#, "not JSON at byte 11, near “x”"), (#"[{"id":1},]"#, "not JSON at byte 10"),
    (#"[{"id":01}]"#, "not JSON at byte 8"), (#"[{id:1}]"#, "not JSON at byte 2"),
    ("[{\"id\":1,\"a\":\"\u{1}\"}]", "not JSON at byte 14"),
    (#"[{"id":1,"a":"\x"}]"#, "not JSON at byte 15"),
    ("hello", "not JSON at byte 0, near “hello”"),
  ])
  func `is a failure that says what came`(_ answer: String, _ words: String) {
    let said = failure(answer, dataset(field("name", .text)))
    #expect(said.contains(words), "\(said)")
  }

  @Test func `is a failure where the path of the records leads nowhere`() {
    let paged = dataset(.json, records: "data.objects", field("name", .text))
    #expect(
      failure("[]", paged).contains("expected a list of records at data.objects, got a list of 0"))
    #expect(failure(#"{"data":{"objects":{"a":1}}}"#, paged).contains("got an object with keys a"))
    #expect(
      failure(#"{"data":null,"errors":[{"message":"no"}]}"#, paged) == "the upstream refused: no")
    #expect(failure(#"{"data":{"objects":[]}}"#, paged) == "no failure")
  }

  @Test func `is one where most records cannot be kept`() {
    let rows = (1...30).map { $0 <= 10 ? #"{"id":\#($0)}"# : #"{"name":"x"}"# }
    let said = failure("[" + rows.joined(separator: ",") + "]", dataset(field("name", .text)))
    #expect(said.hasPrefix("20 of 30 records cannot be kept: 20 set aside, no key: first at 11"))
    let few = "[" + rows[8...17].joined(separator: ",") + "]"
    #expect(failure(few, dataset(field("name", .text))) == "no failure")
  }

  @Test func `is one where it nests too deeply`() {
    let deep = #"[{"id":1,"a":"# + String(repeating: "[", count: 100_000)
    #expect(failure(deep, dataset(field("name", .text))).contains("nested more than 512 levels"))
    let allowed = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(failure(#"[{"id":1,"a":\#(allowed)}]"#, dataset(field("name", .text))) == "no failure")
  }

  @Test func `is one where it is UTF-16`() {
    let bytes: [UInt8] = [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00]
    #expect(throws: DecodingFailure.wrongShape(expected: "text in UTF-8", got: "text in UTF-16")) {
      try decode(bytes, dataset(field("name", .text)))
    }
  }
}

@Suite struct `An envelope` {
  @Test func `gives the records at their path and the link to the next page`() throws {
    var paged = dataset(.json, records: "data.objects", field("name", .text, "names.common"))
    paged.source.paging = .next(FieldPath("links.next"))
    let answer = """
      \u{FEFF}{"links":{"next":"https://example.org/2"},"data":{"meta":{"more":true},
       "objects":[{"id":1,"names":{"common":"Aruba"}}]}}
      """
    let decoded = try decode(answer, paged)
    #expect(decoded.records.map(\.values) == [[.text("Aruba")]])
    #expect(decoded.page.next == "https://example.org/2")
    let last = try decode(#"{"links":{"next":null},"data":{"objects":[]}}"#, paged)
    #expect(last.page.next == nil)
  }

  @Test func `may hold its records under keys`() throws {
    let keyed = dataset(.json, records: "stations.*", field("name", .text))
    let answer = #"{"stations":{"a":{"id":1,"name":"x"},"b":{"id":2,"name":"y"}}}"#
    #expect(try decode(answer, keyed).records.map(\.id) == [.integer(1), .integer(2)])
  }

  @Test func `of Socrata's rows is read by the field names of its columns`() throws {
    let answer = """
      {"meta":{"view":{"columns":[{"id":-1,"name":"sid","fieldName":":sid"},{"name":"id","fieldName":":id"},
        {"name":"name","fieldName":"name"},{"name":"id","fieldName":"id"},{"name":"mass (g)","fieldName":"mass"},
        {"name":"GeoLocation","fieldName":"geolocation"},{"name":"States","fieldName":"states"}]}},
       "data":[["row-1","00-A","Aachen","1","21",[null,"50.775","6.08333",null,false],null],
               ["row-2","00-B","Abee","6","107000",[null,null,null,null,null],"7"]]}
      """
    let fields = dataset(field("name", .text), field("mass", .number), field("geolocation", .point))
    let aachen = Record(
      id: .integer(1), values: [.text("Aachen"), .number(21), at(50.775, 6.08333)])
    let abee = Record(
      id: .integer(6), values: [.text("Abee"), .number(107_000), .absent],
      extra: #"{"states":"7"}"#)
    #expect(try decode(answer, fields).records == [aachen, abee])
  }
}

@Suite struct `Partners` {
  static let join = Join(
    name: "keywords", url: "https://example.org/k", records: nil, on: FieldPath("station_id"),
    take: FieldPath("keyword"))

  @Test func `of many give each record their values in order`() throws {
    let stations = dataset(field("name", .text), field("keywords", .list))
    var table = PartnerTable(Self.join, of: stations)
    try table.add(
      """
      [{"id":1,"keyword":"Drezno Główne","station_id":7},{"id":2,"keyword":"Dresden \\u0141","station_id":"7"},
       {"id":3,"keyword":"lost"},{"id":4,"keyword":null,"station_id":8}]
      """.utf8)
    let answer = #"[{"id":7,"name":"Dresden Hbf"},{"id":8,"name":"Łódź"}]"#
    let decoded = try decode(answer, stations, partners: [table])
    #expect(
      decoded.records == [
        Record(
          id: .integer(7), values: [.text("Dresden Hbf"), .list(["Drezno Główne", "Dresden Ł"])]),
        Record(id: .integer(8), values: [.text("Łódź"), .absent]),
      ])
    #expect(table.count == 1)
    #expect(table.keyless == 1)
  }

  @Test func `of one fill in what the record lacks`() throws {
    let join = Join(
      name: "details", url: "https://example.org/{id}", records: nil, on: FieldPath("cca2"),
      take: nil)
    let countries = dataset(
      .json, integerKey: false, key: ["cca2"], field("name", .text, "name.common"),
      field("area", .number))
    var table = PartnerTable(join, of: countries)
    try table.add(
      #"{"cca2":"AW","name":{"common":"Other"},"area":180,"tld":[".aw"]}"#.utf8, for: .text("AW"))
    try table.add(#"[{"area":"312679"}]"#.utf8, for: .text("PL"))
    let answer =
      #"[{"cca2":"AW","name":{"common":"Aruba"},"fifa":"ARU"},{"cca2":"PL"},{"cca2":"AQ","area":null}]"#
    #expect(
      try decode(answer, countries, partners: [table]).records == [
        Record(
          id: .text("AW"), values: [.text("Aruba"), .number(180)],
          extra: #"{"fifa":"ARU","tld":[".aw"]}"#),
        Record(id: .text("PL"), values: [.absent, .number(312_679)]),
        Record(id: .text("AQ"), values: [.absent, .absent]),
      ])
  }

  @Test func `of the wrong shape are a failure`() {
    var table = PartnerTable(Self.join, of: dataset(field("name", .text)))
    #expect(throws: DecodingFailure.self) { try table.add(#"{"success":false}"#.utf8) }
    #expect(throws: DecodingFailure.truncated(byte: 1)) { try table.add("[".utf8) }
  }
}
