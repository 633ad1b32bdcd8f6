import AlmanacDeclarations
import Testing

@Suite struct `A list in a CSV cell` {
  private func value(_ cell: String, as type: FieldType) throws -> Value {
    var csv = dataset(.csv)
    csv.fields = [field("it", type)]
    return try decode("id,it\r\n1,\(cell)\r\n", csv).records[0].values[0]
  }

  @Test func `is read as exports write it`() throws {
    let texts = Value.list(["a, b", "say \"so\"", "Łódź", "[1]", "two\nlines"])
    let cell = #""[""a, b"",""say \""so\"""",""Łódź"",""[1]"",""two\nlines""]""#
    #expect(try value(cell, as: .list) == texts)
    #expect(try value("\"[\"\"one\"\"]\"", as: .list) == .list(["one"]))
  }

  @Test func `of currencies is read as exports write it`() throws {
    let cell = #""[{""code"":""PLN"",""name"":""złoty"",""symbol"":""zł""},{""code"":""EUR""}]""#
    #expect(
      try value(cell, as: .currencies)
        == .currencies([
          Currency(code: "PLN", name: "złoty", symbol: "zł"), Currency(code: "EUR"),
        ]))
  }

  @Test(arguments: ["East", "[draft", "[draft]", "[a, b]", "[] and more", "[{\"a\""])
  func `that is none is one text`(cell: String) throws {
    let quoted = "\"" + cell.replacing("\"", with: "\"\"") + "\""
    #expect(try value(quoted, as: .list) == .list([cell]))
  }

  @Test func `is no list where a text is declared`() throws {
    #expect(try value("\"[\"\"a\"\"]\"", as: .text) == .text("[\"a\"]"))
  }

  @Test func `that is empty is no value`() throws {
    #expect(try value("[]", as: .list) == .absent)
  }
}
