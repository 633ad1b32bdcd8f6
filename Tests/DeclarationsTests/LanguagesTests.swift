import AlmanacDeclarations
import Testing

@Suite struct `Values in several languages` {
  private static let text = """
    id: lands
    title: Lands
    source: { kind: json, url: lands.json }
    credit: { text: Example, licence: CC0 }
    key: id
    fields:
      code: text
      name:
        type: text
        title: { en: Name, pl: Nazwa }
        in: { pl: [names.pl, nazwa], sk: nazov }
      parts: { type: list, choices: { West: { en: The West, pl: Zachód }, East: { en: East } } }
    search: [code, name, parts]
    list: { title: name, sections: parts }
    """

  static func lands() throws -> Dataset { try dataset(text) }

  static func land(_ name: String?, pl: String? = nil, parts: [String] = []) -> Record {
    func value(_ text: String?) -> Value { text.map(Value.text) ?? .absent }
    return Record(
      id: .text("x"),
      values: [
        .absent, value(name), value(pl), .absent, parts.isEmpty ? .absent : .list(parts),
      ])
  }

  @Test func `are fields of their own after the one they belong to`() throws {
    let lands = try Self.lands()
    #expect(lands.fields.map(\.name) == ["code", "name", "name_pl", "name_sk", "parts"])
    #expect(lands.fields.map(\.original) == [nil, nil, "name", "name", nil])
    #expect(lands.fields[1].translations == ["pl": "name_pl", "sk": "name_sk"])
    #expect(lands.fields[2].from.map(\.description) == ["names.pl", "nazwa"])
    #expect(lands.fields[3].from.map(\.description) == ["nazov"])
    #expect(lands.fields[2].title.text(in: "pl") == "Nazwa (pl)")
  }

  @Test func `are all searched, whoever reads`() throws {
    #expect(try Self.lands().search == ["code", "name", "name_pl", "name_sk", "parts"])
    let plain = Self.text.replacing("search: [code, name, parts]\n", with: "")
    #expect(try dataset(plain).search == ["name", "name_pl", "name_sk"])
    let named = Self.text.replacing("[code, name, parts]", with: "[name_pl, name]")
    #expect(try dataset(named).search == ["name_pl", "name", "name_sk"])
  }

  @Test func `are read where the record has them, else the source's own`() throws {
    let lands = try Self.lands()
    let poland = Self.land("Poland", pl: "Polska")
    #expect(lands.value(1, of: poland, in: "pl") == .text("Polska"))
    #expect(lands.value(1, of: poland, in: "sk") == .text("Poland"))
    #expect(lands.value(1, of: poland, in: "ru") == .text("Poland"))
    #expect(lands.value(1, of: poland, in: nil) == .text("Poland"))
    #expect(lands.value(1, of: Self.land(nil, pl: "Polska"), in: "sk") == .absent)
  }

  @Test func `sort by the name and the first part that a reader reads`() throws {
    let lands = try Self.lands()
    let land = Self.land("Poland", pl: "Polska", parts: ["West", "East"])
    #expect(lands.sortText(of: land, field: 1, language: "pl") == "Polska")
    #expect(lands.sortText(of: land, field: 1, language: nil) == "Poland")
    #expect(lands.sortText(of: land, field: 4, language: "pl") == "Zachód")
    #expect(lands.sortText(of: land, field: 4, language: "sk") == "The West")
    #expect(lands.sortText(of: land, field: 4, language: nil) == "West")
    #expect(lands.sortText(of: Self.land(nil), field: 4, language: "pl") == nil)
    let keys = lands.sortAs(language: "pl").map { "\($0.field) \($0.key)" }
    #expect(keys == ["name name@", "parts parts@"])
    #expect(lands.sortAs(language: "ru").map(\.field) == ["parts"])
  }

  static let mistakes: [Mistake] = [
    Mistake(
      .csv, "fields: { name: text }", "fields: { name: { type: text, in: { polish: a } } }",
      "9: fields.name.in.polish: expected a language code of two letters, such as en or pl."),
    Mistake(
      .csv, "fields: { name: text }", "fields: { name: { type: text, in: {} } }",
      "9: fields.name.in: expected at least one language with its paths."),
    Mistake(
      .csv, "fields: { name: text }", "fields: { name: { type: text, in: nazwa } }",
      #"9: fields.name.in: expected a mapping, found "nazwa"."#),
    Mistake(
      .csv, "fields: { name: text }", "fields: { name: { type: text, in: { pl: [] } } }",
      "9: fields.name.in.pl: expected at least one path."),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, mass: { type: number, in: { pl: masa } } }",
      "9: fields.mass.in: belongs to a text, and this field is of type number."),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: { type: text, in: { pl: a } }, name_pl: text }",
      #"""
      9: fields.name.in.pl: keeps its values in a field "name_pl", which is declared already; \#
      name that one otherwise.
      """#),
    Mistake(
      .json, "bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }",
      "bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }\n    in: { pl: a }",
      "28: fields.size.in: contradicts bands: the value follows from another field."),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, mass: { type: number, choices: { a: b } } }",
      "9: fields.mass.choices: belongs to a text or a list, and this field is of type number."),
  ]

  @Test(arguments: mistakes) func `are declared with care, or told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }
}
