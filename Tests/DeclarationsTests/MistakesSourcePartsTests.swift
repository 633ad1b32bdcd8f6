import Testing

@Suite struct `Mistakes in the parts of a source` {
  static let paging: [Mistake] = [
    Mistake(
      .json, "paging: { by: offset, offset: skip, limit: take, size: 50 }",
      "paging: offset",
      #"""
      10: source.paging: expected a mapping with by, offset, limit, size, next, most, found \#
      "offset".
      """#),
    Mistake(
      .json, "paging: { by: offset, offset: skip, limit: take, size: 50 }",
      "paging: { offset: skip }",
      "10: source.paging.by: missing: expected offset or next."),
    Mistake(
      .json, "paging: { by: offset, offset: skip, limit: take, size: 50 }",
      "paging: { by: ofset }",
      #"""
      10: source.paging.by: expected one of offset, next, found "ofset". Did you mean \#
      "offset"?
      """#),
    Mistake(
      .json, "paging: { by: offset, offset: skip, limit: take, size: 50 }",
      "paging: { by: offset, sise: 50 }",
      #"10: source.paging.sise: unknown key. Did you mean "size"?"#),
    Mistake(
      .json, "paging: { by: offset, offset: skip, limit: take, size: 50 }",
      "paging: { by: offset, size: 0 }",
      #"10: source.paging.size: expected a whole number from 1 to 50000, found "0"."#),
    Mistake(
      .json, "paging: { by: offset, offset: skip, limit: take, size: 50 }",
      "paging: { by: offset, size: many, limit: [take] }",
      "10: source.paging.limit: expected a text, found a list.",
      #"10: source.paging.size: expected a whole number from 1 to 50000, found "many"."#),
    Mistake(
      .json, "paging: { by: offset, offset: skip, limit: take, size: 50 }",
      "paging: { by: offset, next: links.next }",
      "10: source.paging.next: means nothing with paging by offset."),
    Mistake(
      .json, "paging: { by: offset, offset: skip, limit: take, size: 50 }",
      "paging: { by: next }",
      "10: source.paging.next: missing: expected the path of the link to the next page."),
    Mistake(
      .json, "paging: { by: offset, offset: skip, limit: take, size: 50 }",
      "paging: { by: next, next: links.next, size: 50 }",
      "10: source.paging.size: means nothing with paging by next link."),
  ]

  @Test(arguments: paging) func `in paging are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }

  static let join: [Mistake] = [
    Mistake(
      .json, #"words: { url: "https://example.org/words", records: data, on: shop, take: word }"#,
      "words: https://example.org/words",
      #"""
      12: source.join.words: expected a mapping with url, records, on, take, found \#
      "https://example.org/words".
      """#),
    Mistake(
      .json, #"words: { url: "https://example.org/words", records: data, on: shop, take: word }"#,
      "words: { on: shop, take: word }",
      "12: source.join.words.url: missing: expected the address of the second resource."),
    Mistake(
      .json, #"words: { url: "https://example.org/words", records: data, on: shop, take: word }"#,
      #"words: { url: "https://example.org/words", take: word }"#,
      "12: source.join.words.on: missing: expected the path in a partner that holds the key."),
    Mistake(
      .json, #"words: { url: "https://example.org/words", records: data, on: shop, take: word }"#,
      #"words: { url: "gopher://example.org", on: shop, take: word }"#,
      #"""
      12: source.join.words.url: expected an address (http://, https://, file:///, or a \#
      path beside this file), found "gopher://example.org".
      """#),
    Mistake(
      .json, #"words: { url: "https://example.org/words", records: data, on: shop, take: word }"#,
      #"words: { url: "https://example.org/words", on: shop, teak: word, take: word }"#,
      "12: source.join.words.teak: unknown key."),
    Mistake(
      .json, #"words: { url: "https://example.org/words", records: data, on: shop, take: word }"#,
      #"words: { url: "https://example.org/words", on: [shop], take: { word: 1 } }"#,
      "12: source.join.words.on: expected a path such as names.common, found a list.",
      "12: source.join.words.take: expected a path such as names.common, found a mapping."),
    Mistake(
      .next, "details: {",
      "near: { take: word,",
      #"8: source.join.near: "near" is reserved for addresses; name the field otherwise."#),
  ]

  @Test(arguments: join) func `in join are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }

  static let simulate: [Mistake] = [
    Mistake(
      .stream,
      #"""
        simulate:
          records: 1000
          packet: 10
          pause: 0.1
          seed: 7
          fields:
            at: now
            price: { from: 60, to: 70, decimals: 5 }
            side: { one_of: [buy, sell] }
      """#,
      "  simulate: true",
      #"""
      5: source.simulate: expected a mapping with records, packet, pause, seed, fields, \#
      found "true".
      """#),
    Mistake(
      .stream, "records: 1000",
      "records: 0",
      #"6: source.simulate.records: expected a whole number from 1 to 1000000000, found "0"."#),
    Mistake(
      .stream, "packet: 10",
      "packet: 1e3",
      #"7: source.simulate.packet: expected a whole number from 1 to 100000, found "1e3"."#),
    Mistake(
      .stream, "packet: 10",
      "packets: 10",
      #"7: source.simulate.packets: unknown key. Did you mean "packet"?"#),
    Mistake(
      .stream, "pause: 0.1",
      "pause: -1",
      #"8: source.simulate.pause: expected a number of seconds from 0 to 3600, found "-1"."#),
    Mistake(
      .stream, "pause: 0.1",
      "pause: .inf",
      #"8: source.simulate.pause: expected a number of seconds from 0 to 3600, found ".inf"."#),
    Mistake(
      .stream, "seed: 7",
      "seed: 1:30",
      #"9: source.simulate.seed: expected a whole number from 0 to 2147483647, found "1:30"."#),
    Mistake(
      .stream, "at: now",
      "at: nwo",
      #"""
      11: source.simulate.fields.at: expected now, or a mapping with one_of, from, to, \#
      decimals, found "nwo". Did you mean "now"?
      """#),
    Mistake(
      .stream, "at: now",
      "att: now",
      #"11: source.simulate.fields.att: no field is called "att". Did you mean "at"?"#),
    Mistake(
      .stream, "price: { from: 60, to: 70, decimals: 5 }",
      "price: { to: 70 }",
      #"""
      12: source.simulate.fields.price.from: missing: expected the least value; or one_of, \#
      or the word now.
      """#),
    Mistake(
      .stream, "price: { from: 60, to: 70, decimals: 5 }",
      "price: { from: cheap, to: dear }",
      #"12: source.simulate.fields.price.from: expected a number, found "cheap"."#,
      #"12: source.simulate.fields.price.to: expected a number, found "dear"."#),
    Mistake(
      .stream, "price: { from: 60, to: 70, decimals: 5 }",
      "price: { from: 70, to: 60 }",
      "12: source.simulate.fields.price: expected from to be less than to."),
    Mistake(
      .stream, "price: { from: 60, to: 70, decimals: 5 }",
      "price: { from: 60, too: 70 }",
      "12: source.simulate.fields.price.to: missing: expected the greatest value.",
      #"12: source.simulate.fields.price.too: unknown key. Did you mean "to"?"#),
    Mistake(
      .stream, "one_of: [buy, sell]",
      "one_of: []",
      "13: source.simulate.fields.side.one_of: expected at least one value."),
    Mistake(
      .stream, "one_of: [buy, sell]",
      "one_of: [buy], from: 1",
      "13: source.simulate.fields.side.from: contradicts one_of."),
    Mistake(
      .stream,
      #"""
            at: now
            price: { from: 60, to: 70, decimals: 5 }
            side: { one_of: [buy, sell] }
      """#,
      "      {}",
      "10: source.simulate.fields: expected at least one field."),
    Mistake(
      .stream, "key: { from: id, type: integer }",
      "key: id",
      "17: key: a simulated stream numbers its records: expected type: integer."),
  ]

  static let stream: [Mistake] = [
    Mistake(
      .stream, "group: { records: 100, wait: 20ms }", "group: { record: 100 }",
      #"15: source.group.record: unknown key. Did you mean "records"?"#),
    Mistake(
      .stream, "group: { records: 100, wait: 20ms }", "group: { records: 0, wait: 61s }",
      #"15: source.group.records: expected a whole number from 1 to 100000, found "0"."#,
      #"15: source.group.wait: expected a time such as 50ms or 2s, at most 60s, found "61s"."#),
    Mistake(
      .stream, "group: { records: 100, wait: 20ms }", "group: { wait: 1h }",
      #"15: source.group.wait: expected a time such as 50ms or 2s, at most 60s, found "1h"."#),
    Mistake(
      .stream, "revision: at", "revision: att",
      #"14: source.revision: no field is called "att". Did you mean "at"?"#),
    Mistake(
      .stream, "revision: at", "revision: side",
      """
      14: source.revision: expected a field of type integer or number or timestamp or \
      datetime; "side" is of type text.
      """),
    Mistake(
      .csv, "kind: csv", "kind: csv\n  revision: name",
      "5: source.revision: belongs to a source of kind stream, and this one is csv.",
      """
      5: source.revision: expected a field of type integer or number or timestamp or datetime; \
      "name" is of type text.
      """),
  ]

  @Test(arguments: stream) func `in what streams declare are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }

  @Test(arguments: simulate) func `in simulate are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }
}
