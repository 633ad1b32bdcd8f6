import Testing

@Suite struct `Mistakes in a source` {
  static let source: [Mistake] = [
    Mistake(
      .csv, "  kind: csv",
      "",
      "3: source.kind: missing: expected json, csv, soda or stream."),
    Mistake(
      .csv, "kind: csv",
      "kind: cvs",
      #"""
      4: source.kind: expected one of json, csv, soda, stream, found "cvs". Did you mean \#
      "csv"?
      """#),
    Mistake(
      .csv, "kind: csv",
      "kind: { csv: 1 }",
      "4: source.kind: expected one of json, csv, soda, stream, found a mapping."),
    Mistake(
      .csv, "  url: shops.csv",
      "",
      #"""
      3: source.url: missing: expected an address (http://, https://, file:///, or a path \#
      beside this file).
      """#),
    Mistake(
      .csv, "url: shops.csv",
      #"url: "http://""#,
      #"""
      5: source.url: expected an address (http://, https://, file:///, or a path beside \#
      this file), found "http://".
      """#),
    Mistake(
      .csv, "url: shops.csv",
      "url: ftp://example.org/shops.csv",
      #"""
      5: source.url: expected an address (http://, https://, file:///, or a path beside \#
      this file), found "ftp://example.org/shops.csv".
      """#),
    Mistake(
      .csv, "url: shops.csv",
      "url: localhost:8080/shops.csv",
      #"""
      5: source.url: expected an address (http://, https://, file:///, or a path beside \#
      this file), found "localhost:8080/shops.csv".
      """#),
    Mistake(
      .csv, "url: shops.csv",
      "url: file://shops.csv",
      #"""
      5: source.url: expected an address (http://, https://, file:///, or a path beside \#
      this file), found "file://shops.csv".
      """#),
    Mistake(
      .csv, "url: shops.csv",
      "url: https://example.org/my shops.csv",
      #"""
      5: source.url: expected an address (http://, https://, file:///, or a path beside \#
      this file), found "https://example.org/my shops.csv".
      """#),
    Mistake(
      .csv, "url: shops.csv",
      #"url: "${DATA""#,
      #"5: source.url: expected ${NAME} or ${NAME:-default} after "${"."#),
    Mistake(
      .csv, "url: shops.csv",
      #"url: "https://${MY-HOST}/shops.csv""#,
      #"5: source.url: expected ${NAME} or ${NAME:-default} after "${"."#),
    Mistake(
      .csv, "url: shops.csv",
      "uri: shops.csv",
      #"""
      3: source.url: missing: expected an address (http://, https://, file:///, or a path \#
      beside this file).
      """#,
      #"5: source.uri: unknown key. Did you mean "url"?"#),
    Mistake(
      .csv, #"delimiter: ";""#,
      #"delimiter: ";;""#,
      #"6: source.delimiter: expected one ASCII character, no quote or line break, found ";;"."#),
    Mistake(
      .csv, #"delimiter: ";""#,
      #"delimiter: "\"""#,
      #"6: source.delimiter: expected one ASCII character, no quote or line break, found """."#),
    Mistake(
      .csv, #"delimiter: ";""#,
      "records: data",
      "6: source.records: belongs to a source of kind json, and this one is csv."),
    Mistake(
      .json, #"headers: { X-Version: "1" }"#,
      "headers: X-Version",
      #"7: source.headers: expected a mapping, found "X-Version"."#),
    Mistake(
      .json, #"headers: { X-Version: "1" }"#,
      #"headers: { X Version: "1" }"#,
      #"""
      7: source.headers.X Version: expected the name of a header: letters, digits and \#
      hyphens.
      """#),
    Mistake(
      .json, #"headers: { X-Version: "1" }"#,
      "headers: { X-Version: [1] }",
      "7: source.headers.X-Version: expected a text, found a list."),
    Mistake(
      .json, #"headers: { X-Version: "1" }"#,
      "headers: { Authorization: Bearer abc }",
      #"""
      7: source.headers.Authorization: expected ${NAME}: secrets come from the \#
      environment, never from the file.
      """#),
    Mistake(
      .json, #"headers: { X-Version: "1" }"#,
      #"headers: { X-Version: "${1}" }"#,
      #"7: source.headers.X-Version: expected ${NAME} or ${NAME:-default} after "${"."#),
    Mistake(
      .json, "parameters: { lang: en }",
      "parameters: [lang]",
      "8: source.parameters: expected a mapping, found a list."),
    Mistake(
      .json, "parameters: { lang: en }",
      #"parameters: { lang: "${LANG" }"#,
      #"8: source.parameters.lang: expected ${NAME} or ${NAME:-default} after "${"."#),
    Mistake(
      .json, "records: data.objects",
      "records: { data: objects }",
      "9: source.records: expected a path such as names.common, found a mapping."),
    Mistake(
      .json, "records: data.objects",
      "records: .",
      #"9: source.records: expected a path such as names.common, found "."."#),
    Mistake(
      .soda, "select: [id, name]",
      "select: { id: name }",
      "7: source.select: expected a list, found a mapping."),
    Mistake(
      .soda, "where: year >= 2011",
      "where: { year: 2011 }",
      "6: source.where: expected a text, found a mapping."),
    Mistake(
      .soda, "filters: { town: Lodz }",
      "filters: { $limit: 5 }",
      #"8: source.filters.$limit: expected the name of a column, found "$limit"."#),
    Mistake(
      .soda, "filters: { town: Lodz }",
      "filters: { town: { name: Lodz } }",
      "8: source.filters.town: expected a text, found a mapping."),
    Mistake(
      .soda, "token: ${TOKEN}",
      "token: s3cr3t",
      #"""
      9: source.token: expected ${NAME}: secrets come from the environment, never from the \#
      file.
      """#),
    Mistake(
      .soda, "token: ${TOKEN}",
      "token: ${TOKEN:-s3cr3t}",
      #"""
      9: source.token: expected ${NAME}: secrets come from the environment, never from the \#
      file.
      """#),
    Mistake(
      .soda, "token: ${TOKEN}",
      "token: [s3cr3t]",
      "9: source.token: expected ${NAME}, found a list."),
    Mistake(
      .soda, "kind: soda",
      "kind: json",
      "6: source.where: belongs to a source of kind soda, and this one is json.",
      "7: source.select: belongs to a source of kind soda, and this one is json.",
      "8: source.filters: belongs to a source of kind soda, and this one is json.",
      "9: source.token: belongs to a source of kind soda, and this one is json.",
      "10: source.page: belongs to a source of kind soda, and this one is json.",
      "15: refresh.cursor: needs a source of kind soda, which can be asked for what is newer.",
      #"""
      15: refresh.deletions: ids needs a source of kind soda, which can be asked for keys \#
      alone.
      """#),
    Mistake(
      .soda, "overlap: 5m", "overlap: soon",
      #"""
      15: refresh.overlap: expected a time such as 10m, or a whole number such as 100, \#
      found "soon".
      """#),
    Mistake(
      .soda, #"cursor: ":updated_at", overlap: 5m"#, "overlap: 5m",
      "15: refresh.overlap: means nothing without refresh.cursor."),
    Mistake(
      .stream, "kind: stream",
      #"""
      kind: stream
        url: https://example.org/deals
      """#,
      "5: source.url: contradicts simulate: the records are made up."),
    Mistake(
      .stream, "kind: stream",
      #"""
      kind: stream
        headers: { X-Version: "1" }
      """#,
      "5: source.headers: contradicts simulate: the records are made up."),
    Mistake(
      .stream, "kind: stream",
      "kind: csv",
      #"""
      3: source.url: missing: expected an address (http://, https://, file:///, or a path \#
      beside this file).
      """#,
      "5: source.simulate: belongs to a source of kind stream, and this one is csv.",
      "14: source.revision: belongs to a source of kind stream, and this one is csv.",
      "15: source.group: belongs to a source of kind stream, and this one is csv."),
  ]

  @Test(arguments: source) func `in source are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }
}
