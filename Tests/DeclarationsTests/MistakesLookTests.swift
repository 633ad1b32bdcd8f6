import Testing

@Suite struct `Mistakes in list and page` {
  static let list: [Mistake] = [
    Mistake(
      .csv, "list: { title: name }",
      "list: name",
      #"""
      10: list: expected a mapping with sort, title, subtitle, columns, sections, image, \#
      mark, unfold, found "name".
      """#),
    Mistake(
      .csv, "list: { title: name }",
      "list: { sort: name }",
      "10: list.title: missing: expected the field that names a record."),
    Mistake(
      .csv, "list: { title: name }",
      "list: { title: nmae }",
      #"10: list.title: no field is called "nmae". Did you mean "name"?"#),
    Mistake(
      .csv, "list: { title: name }",
      "list: { title: [name] }",
      "10: list.title: expected a text, found a list."),
    Mistake(
      .json, "sort: [-mass, name]",
      "sort: [-mas, nam]",
      #"35: list.sort[0]: no field is called "mas". Did you mean "mass"?"#,
      #"35: list.sort[1]: no field is called "nam". Did you mean "name"?"#),
    Mistake(
      .json, "sort: [-mass, name]",
      "sort: place",
      #"35: list.sort: "place" is of type point, which has no order."#),
    Mistake(
      .json, "sort: [-mass, name]",
      "sort: { mass: down }",
      "35: list.sort: expected a list, found a mapping."),
    Mistake(
      .json, "sort: [-mass, name]",
      "srot: [-mass, name]",
      #"35: list.srot: unknown key. Did you mean "sort"?"#),
    Mistake(
      .json, "subtitle: [size]",
      "subtitle: [sise]",
      #"37: list.subtitle[0]: no field is called "sise". Did you mean "size"?"#),
    Mistake(
      .json, "columns: [name, mass]",
      #"""
      columns:
          - name
          - mss
      """#,
      #"40: list.columns[1]: no field is called "mss". Did you mean "mass"?"#),
    Mistake(
      .json, "sections: words",
      "sections: word",
      #"39: list.sections: no field is called "word". Did you mean "words"?"#),
    Mistake(
      .json, "sections: words",
      "sections: mass",
      #"""
      39: list.sections: expected a field of type text or list or year; "mass" is of type \#
      number.
      """#),
    Mistake(
      .json, "image: logo",
      "image: name",
      #"40: list.image: expected a field of type image; "name" is of type text."#),
    Mistake(
      .json, "image: logo",
      "image: lgo",
      #"40: list.image: no field is called "lgo". Did you mean "logo"?"#),
    Mistake(
      .json, "mark: size",
      "mark: name",
      #"41: list.mark: "name" declares no choices, whose tones are the marks."#),
    Mistake(
      .json, "mark: size",
      "mark: mass",
      #"41: list.mark: expected a field of type text; "mass" is of type number."#),
    Mistake(
      .json, "unfold: [place]",
      "unfold: [palce]",
      #"42: list.unfold[0]: no field is called "palce". Did you mean "place"?"#),
  ]

  @Test(arguments: list) func `in list are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }

  static let page: [Mistake] = [
    Mistake(
      .json, "page: { facts: [name, mass] }",
      "page: [name, mass]",
      "43: page: expected a mapping with facts, found a list."),
    Mistake(
      .json, "page: { facts: [name, mass] }",
      "page: { fact: [name, mass] }",
      #"43: page.fact: unknown key. Did you mean "facts"?"#),
    Mistake(
      .json, "page: { facts: [name, mass] }",
      "page: { facts: [name, mss] }",
      #"43: page.facts[1]: no field is called "mss". Did you mean "mass"?"#),
    Mistake(
      .json, "page: { facts: [name, mass] }",
      "page: { facts: { name: 1 } }",
      "43: page.facts: expected a list, found a mapping."),
  ]

  @Test(arguments: page) func `in page are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }
}
