import Testing

@Suite struct `Mistakes in the keys of a dataset file` {
  static let file: [Mistake] = [
    Mistake(
      .csv, "id: shops",
      "",
      "2: id: missing: expected a name of a-z, 0-9 and _ that begins with a letter."),
    Mistake(
      .csv, "id: shops",
      "id: Shops",
      #"1: id: expected a name of a-z, 0-9 and _ that begins with a letter, found "Shops"."#),
    Mistake(
      .csv, "id: shops",
      "id: 2shops",
      #"1: id: expected a name of a-z, 0-9 and _ that begins with a letter, found "2shops"."#),
    Mistake(
      .csv, "id: shops",
      "id: library",
      #"1: id: "library" is reserved for addresses; name the dataset otherwise."#),
    Mistake(
      .csv, "id: shops",
      "id: [shops]",
      "1: id: expected a name of a-z, 0-9 and _ that begins with a letter, found a list."),
    Mistake(
      .csv, "title: Shops",
      "titel: Shops",
      "1: title: missing: expected a text, or texts by language.",
      #"2: titel: unknown key. Did you mean "title"?"#),
    Mistake(
      .csv, "title: Shops",
      "title: { pl: Sklepy }",
      "2: title: expected a text for en (English)."),
    Mistake(
      .csv, "title: Shops",
      "title: { en: Shops, english: Shops }",
      "2: title.english: expected a language code of two letters, such as en or pl."),
    Mistake(
      .csv, "title: Shops",
      "title:",
      "2: title: expected a text, or texts by language, found nothing."),
    Mistake(
      .csv, "title: Shops",
      "title: [Shops]",
      "2: title: expected a text, or texts by language, found a list."),
    Mistake(
      .json, "summary: Shops of one town.",
      "summary: {}",
      "3: summary: expected a text for en (English)."),
    Mistake(
      .csv, "key: id",
      #"""
      key: id
      search: { name: 1 }
      """#,
      "9: search: expected a list, found a mapping."),
    Mistake(
      .json, "search: [name, words]",
      "search: [nmae, wrods]",
      #"33: search[0]: no field is called "nmae". Did you mean "name"?"#,
      #"33: search[1]: no field is called "wrods". Did you mean "words"?"#),
    Mistake(
      .json, "search: [name, words]",
      "search: [mass]",
      #"33: search[0]: expected a field of type text or list; "mass" is of type number."#),
    Mistake(
      .json, "measure: place",
      "measure: plaec",
      #"48: measure: no field is called "plaec". Did you mean "place"?"#),
    Mistake(
      .json, "measure: place",
      "measure: mass",
      #"48: measure: expected a field of type point; "mass" is of type number."#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: [name]",
      "9: fields: expected a mapping, found a list."),
    Mistake(
      .csv,
      #"""
      source:
        kind: csv
        url: shops.csv
        delimiter: ";"
      """#,
      "source: shops.csv",
      #"""
      3: source: expected a mapping with kind, url, headers, parameters, records, paging, \#
      join, where, select, filters, token, page, delimiter, simulate, revision, \#
      group, found "shops.csv".
      """#),
  ]

  @Test(arguments: file) func `in the file itself are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }

  static let key: [Mistake] = [
    Mistake(
      .csv, "key: id",
      "key: []",
      "8: key: expected at least one path."),
    Mistake(
      .csv, "key: id",
      "key:",
      "8: key: expected a path such as names.common, or a list of paths, found nothing."),
    Mistake(
      .csv, "key: id",
      "key: { type: integer }",
      "8: key.from: missing: expected the path of the key."),
    Mistake(
      .csv, "key: id",
      "key: { from: id, type: int }",
      #"8: key.type: expected one of text, integer, found "int". Did you mean "integer"?"#),
    Mistake(
      .csv, "key: id",
      "key: { from: id, typ: integer }",
      #"8: key.typ: unknown key. Did you mean "type"?"#),
    Mistake(
      .csv, "key: id",
      "key: [{ from: id }]",
      "8: key[0]: expected a path such as names.common, found a mapping."),
  ]

  @Test(arguments: key) func `in key are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }
}
