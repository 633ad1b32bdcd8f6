import Testing

@Suite struct `Mistakes in credit and refresh` {
  static let credit: [Mistake] = [
    Mistake(
      .csv, "credit: { text: Example, licence: CC0 }",
      "credit: Example",
      #"7: credit: expected a mapping with text, homepage, licence, found "Example"."#),
    Mistake(
      .csv, "credit: { text: Example, licence: CC0 }",
      "credit: { licence: CC0 }",
      "7: credit.text: missing: expected the words to show."),
    Mistake(
      .csv, "credit: { text: Example, licence: CC0 }",
      "credit: { text: Example }",
      "7: credit.licence: missing: expected the licence, or none stated."),
    Mistake(
      .csv, "credit: { text: Example, licence: CC0 }",
      "credit: { text: Example, license: CC0 }",
      "7: credit.licence: missing: expected the licence, or none stated.",
      #"7: credit.license: unknown key. Did you mean "licence"?"#),
    Mistake(
      .csv, "credit: { text: Example, licence: CC0 }",
      #"credit: { text: Example, licence: CC0, homepage: "javascript:alert(1)" }"#,
      #"""
      7: credit.homepage: expected an address that begins with https:// or http://, found \#
      "javascript:alert(1)".
      """#),
    Mistake(
      .csv, "credit: { text: Example, licence: CC0 }",
      "credit: { text: Example, licence: CC0, homepage: example.org }",
      #"""
      7: credit.homepage: expected an address that begins with https:// or http://, found \#
      "example.org".
      """#),
    Mistake(
      .csv, "credit: { text: Example, licence: CC0 }",
      "credit: { text: [Example], licence: { name: CC0 } }",
      "7: credit.licence: expected a text, found a mapping.",
      "7: credit.text: expected a text, found a list."),
  ]

  @Test(arguments: credit) func `in credit are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }

  static let refresh: [Mistake] = [
    Mistake(
      .json, "refresh: { every: 24h, when: [timer, opened], floor: 80% }",
      "refresh: daily",
      #"""
      14: refresh: expected a mapping with every, when, floor, cursor, overlap, deletions, \#
      found "daily".
      """#),
    Mistake(
      .json, "refresh: { every: 24h, when: [timer, opened], floor: 80% }",
      "refresh: { every: 24 }",
      #"14: refresh.every: expected a time such as 24h, 30m, 7d or 90s, found "24"."#),
    Mistake(
      .json, "refresh: { every: 24h, when: [timer, opened], floor: 80% }",
      "refresh: { every: 0h }",
      #"14: refresh.every: expected a time such as 24h, 30m, 7d or 90s, found "0h"."#),
    Mistake(
      .json, "refresh: { every: 24h, when: [timer, opened], floor: 80% }",
      "refresh: { every: [24h] }",
      "14: refresh.every: expected a time such as 24h, 30m, 7d or 90s, found a list."),
    Mistake(
      .json, "refresh: { every: 24h, when: [timer, opened], floor: 80% }",
      "refresh: { when: [timer, openned] }",
      #"""
      14: refresh.when[1]: expected one of timer, opened, found "openned". Did you mean \#
      "opened"?
      """#),
    Mistake(
      .json, "refresh: { every: 24h, when: [timer, opened], floor: 80% }",
      "refresh: { floor: 80 }",
      #"14: refresh.floor: expected a share from 0% to 100%, or from 0 to 1, found "80"."#),
    Mistake(
      .json, "refresh: { every: 24h, when: [timer, opened], floor: 80% }",
      "refresh: { floor: 120% }",
      #"14: refresh.floor: expected a share from 0% to 100%, or from 0 to 1, found "120%"."#),
    Mistake(
      .json, "refresh: { every: 24h, when: [timer, opened], floor: 80% }",
      "refresh: { floor: low }",
      #"14: refresh.floor: expected a share from 0% to 100%, or from 0 to 1, found "low"."#),
    Mistake(
      .json, "refresh: { every: 24h, when: [timer, opened], floor: 80% }",
      "refresh: { flor: 80% }",
      #"14: refresh.flor: unknown key. Did you mean "floor"?"#),
    Mistake(
      .json, "refresh: { every: 24h, when: [timer, opened], floor: 80% }",
      "refresh: { cursor: updated }",
      "14: refresh.cursor: needs a source of kind soda, which can be asked for what is newer."),
    Mistake(
      .json, "refresh: { every: 24h, when: [timer, opened], floor: 80% }",
      "refresh: { deletions: ids }",
      #"""
      14: refresh.deletions: ids needs a source of kind soda, which can be asked for keys \#
      alone.
      """#),
    Mistake(
      .json, "refresh: { every: 24h, when: [timer, opened], floor: 80% }",
      "refresh: { deletions: nevr }",
      #"""
      14: refresh.deletions: expected one of compare, ids, never, found "nevr". Did you \#
      mean "never"?
      """#),
  ]

  static let history: [Mistake] = [
    Mistake(
      .soda, "history: { keep: 30d, most: 1000 }", "history: never",
      #"16: history: expected a mapping with keep, most, found "never"."#),
    Mistake(
      .soda, "history: { keep: 30d, most: 1000 }", "history: { keep: 1y }",
      #"16: history.keep: expected a time such as 24h, 30m, 7d or 90s, found "1y"."#),
    Mistake(
      .soda, "history: { keep: 30d, most: 1000 }", "history: { most: -1 }",
      "16: history.most: expected a whole number from 0 to 10000000, found \"-1\"."),
    Mistake(
      .stream, "list: { title: side }", "list: { title: side }\nhistory: { most: 5 }",
      "20: history: a stream keeps no history."),
  ]

  @Test(arguments: history) func `in history are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }

  @Test(arguments: refresh) func `in refresh are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }
}
