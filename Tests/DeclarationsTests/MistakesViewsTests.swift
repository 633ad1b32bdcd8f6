import Testing

@Suite struct `Mistakes in views and snapshot` {
  static let views: [Mistake] = [
    Mistake(
      .json,
      #"""
      heavy:
          title: Heavy
      """#,
      "heavy:",
      "45: views.heavy.title: missing: expected a text, or texts by language."),
    Mistake(
      .json, "    where: { mass.min: 100, size: big }",
      "",
      "45: views.heavy.where: missing: expected filters, such as fall: Fell."),
    Mistake(
      .json, "  heavy:",
      "  Heavy ones:",
      "45: views.Heavy ones: expected a name of a-z, 0-9 and _ that begins with a letter."),
    Mistake(
      .json, "where: { mass.min: 100, size: big }",
      "were: { mass.min: 100, size: big }",
      "45: views.heavy.where: missing: expected filters, such as fall: Fell.",
      #"47: views.heavy.were: unknown key. Did you mean "where"?"#),
    Mistake(
      .json, "where: { mass.min: 100, size: big }",
      "where: mass > 100",
      #"47: views.heavy.where: expected a mapping, found "mass > 100"."#),
    Mistake(
      .json, "where: { mass.min: 100, size: big }",
      "where: {}",
      "47: views.heavy.where: expected at least one filter, such as fall: Fell."),
    Mistake(
      .json, "where: { mass.min: 100, size: big }",
      "where: { mas.min: 100 }",
      #"47: views.heavy.where.mas.min: no field is called "mas". Did you mean "mass"?"#),
    Mistake(
      .json, "where: { mass.min: 100, size: big }",
      "where: { mass.mim: 100 }",
      #"""
      47: views.heavy.where.mass.mim: expected .min, .max or .known, found ".mim". Did you \#
      mean "min"?
      """#),
    Mistake(
      .json, "where: { mass.min: 100, size: big }",
      "where: { mass.min: heavy }",
      #"47: views.heavy.where.mass.min: expected a number, found "heavy"."#),
    Mistake(
      .json, "where: { mass.min: 100, size: big }",
      "where: { name.min: A }",
      #"47: views.heavy.where.name.min: "name" is of type text, which has no range."#),
    Mistake(
      .json, "where: { mass.min: 100, size: big }",
      "where: { opened.max: 2011 }",
      #"47: views.heavy.where.opened.max: expected a date such as 2026-11-21, found "2011"."#),
    Mistake(
      .json, "where: { mass.min: 100, size: big }",
      "where: { place: here }",
      #"""
      47: views.heavy.where.place: "place" is of type point, which can only be asked for \#
      .known.
      """#),
    Mistake(
      .json, "where: { mass.min: 100, size: big }",
      "where: { place.known: yes }",
      #"47: views.heavy.where.place.known: expected true or false, found "yes"."#),
    Mistake(
      .json, "where: { mass.min: 100, size: big }",
      "where: { size: bgi }",
      #"47: views.heavy.where.size: no band is called "bgi". Did you mean "big"?"#),
    Mistake(
      .json, "where: { mass.min: 100, size: big }",
      "where: { size: [big, small] }",
      "47: views.heavy.where.size: expected a text, found a list."),
    Mistake(
      .json, "where: { mass.min: 100, size: big }",
      "where: { id: one }",
      #"47: views.heavy.where.id: expected a whole number, found "one"."#),
  ]

  @Test(arguments: views) func `in views are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }

  static let snapshot: [Mistake] = [
    Mistake(
      .json,
      #"""
      snapshot:
        file: snapshot.json
        credit: { text: Example, homepage: "https://example.org", licence: CC0 }
      """#,
      "snapshot: snapshot.json",
      #"49: snapshot: expected a mapping with file, credit, found "snapshot.json"."#),
    Mistake(
      .json, "  file: snapshot.json",
      "",
      "49: snapshot.file: missing: expected the snapshot's file."),
    Mistake(
      .json, "file: snapshot.json",
      "file: snapshots.json",
      "50: snapshot.file: expected a file; there is none at snapshots.json."),
    Mistake(
      .json, "file: snapshot.json",
      "fiel: snapshot.json",
      "49: snapshot.file: missing: expected the snapshot's file.",
      #"50: snapshot.fiel: unknown key. Did you mean "file"?"#),
    Mistake(
      .json,
      #"""
      snapshot:
        file: snapshot.json
        credit: { text: Example, homepage: "https://example.org", licence: CC0 }
      """#,
      "snapshot: { file: snapshot.json }",
      "49: snapshot.credit: missing: expected whom to thank, and the licence."),
  ]

  @Test(arguments: snapshot) func `in snapshot are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }
}
