import Testing

@Suite struct `Mistakes in bands and choices` {
  static let bands: [Mistake] = [
    Mistake(
      .json, "bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }",
      "bands: mass",
      #"27: fields.size.bands: expected a mapping with of, steps, otherwise, found "mass"."#),
    Mistake(
      .json, "bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }",
      "bands: { steps: { big: 100, small: 10 }, otherwise: tiny }",
      "27: fields.size.bands.of: missing: expected the name of a number field."),
    Mistake(
      .json, "bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }",
      "bands: { of: mass, otherwise: tiny }",
      "27: fields.size.bands.steps: missing: expected bands with their least numbers."),
    Mistake(
      .json, "bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }",
      "bands: { of: mass, steps: { big: 100, small: 10 } }",
      "27: fields.size.bands.otherwise: missing: expected the band below all steps."),
    Mistake(
      .json, "bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }",
      "bands: { of: mas, steps: { big: 100, small: 10 }, otherwise: tiny }",
      #"27: fields.size.bands.of: no field is called "mas". Did you mean "mass"?"#),
    Mistake(
      .json, "bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }",
      "bands: { of: name, steps: { big: 100, small: 10 }, otherwise: tiny }",
      #"""
      27: fields.size.bands.of: expected a field of type number or integer; "name" is of \#
      type text.
      """#),
    Mistake(
      .json, "bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }",
      "bands: { of: mass, steps: { big: much, small: 10 }, otherwise: tiny }",
      #"27: fields.size.bands.steps.big: expected a number, found "much"."#),
    Mistake(
      .json, "bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }",
      "bands: { of: mass, steps: [big, small], otherwise: tiny }",
      "27: fields.size.bands.steps: expected a mapping, found a list."),
    Mistake(
      .json, "bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }",
      "bands: { of: mass, steps: { big: 10, small: 10 }, otherwise: tiny }",
      #"27: fields.size.bands.steps: "big" and "small" begin at the same number."#),
    Mistake(
      .json, "bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }",
      "bands: { of: mass, step: { big: 100, small: 10 }, otherwise: tiny }",
      #"27: fields.size.bands.step: unknown key. Did you mean "steps"?"#,
      "27: fields.size.bands.steps: missing: expected bands with their least numbers."),
    Mistake(
      .json, "bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }",
      #"""
      bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }
          from: size
      """#,
      "28: fields.size.from: contradicts bands: the value follows from another field."),
    Mistake(
      .json, "    type: number",
      #"""
          type: number
          bands: { of: mass, steps: { a: 1 }, otherwise: b }
      """#,
      "21: fields.mass.bands: belongs to a text, and this field is of type number.",
      "23: fields.mass.from: contradicts bands: the value follows from another field."),
  ]

  @Test(arguments: bands) func `in bands are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }

  static let choices: [Mistake] = [
    Mistake(
      .json, "big: { title: { en: big, pl: duży }, tone: strong }",
      "bgi: { title: big, tone: strong }",
      #"29: fields.size.choices.bgi: no band is called "bgi". Did you mean "big"?"#),
    Mistake(
      .json, "big: { title: { en: big, pl: duży }, tone: strong }",
      "big: { titel: big }",
      #"29: fields.size.choices.big.titel: unknown key. Did you mean "title"?"#),
    Mistake(
      .json, "big: { title: { en: big, pl: duży }, tone: strong }",
      "big: { title: big, tone: stron }",
      #"""
      29: fields.size.choices.big.tone: expected one of plain, rise, fall, strong, medium, \#
      found "stron". Did you mean "strong"?
      """#),
    Mistake(
      .json, "big: { title: { en: big, pl: duży }, tone: strong }",
      "big: { en: big, tone: strong }",
      "29: fields.size.choices.big.en: unknown key."),
    Mistake(
      .json, "big: { title: { en: big, pl: duży }, tone: strong }",
      "big: { pl: duży }",
      "29: fields.size.choices.big: expected a text for en (English)."),
    Mistake(
      .json, "big: { title: { en: big, pl: duży }, tone: strong }",
      "big: [big]",
      "29: fields.size.choices.big: expected a text, or texts by language, found a list."),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: { type: text, choices: [a, b] } }",
      "9: fields.name.choices: expected a mapping, found a list."),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, mass: { type: number, choices: { 1: one } } }",
      "9: fields.mass.choices: belongs to a text or a list, and this field is of type number."),
  ]

  @Test(arguments: choices) func `in choices are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }
}
