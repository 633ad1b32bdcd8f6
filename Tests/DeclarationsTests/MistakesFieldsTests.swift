import Testing

@Suite struct `Mistakes in fields` {
  static let fields: [Mistake] = [
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: txt }",
      #"""
      9: fields.name: expected one of text, integer, number, boolean, year, date, \#
      timestamp, datetime, point, link, image, list, currencies, found "txt". Did you mean \#
      "text"?
      """#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: }",
      #"""
      9: fields.name: expected one of text, integer, number, boolean, year, date, \#
      timestamp, datetime, point, link, image, list, currencies, found nothing.
      """#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: [text] }",
      #"""
      9: fields.name: expected one of text, integer, number, boolean, year, date, \#
      timestamp, datetime, point, link, image, list, currencies, found a list.
      """#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: { title: Name } }",
      #"""
      9: fields.name.type: missing: expected one of text, integer, number, boolean, year, \#
      date, timestamp, datetime, point, link, image, list, currencies.
      """#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: { type: txt, from: [] } }",
      "9: fields.name.from: expected at least one path.",
      #"""
      9: fields.name.type: expected one of text, integer, number, boolean, year, date, \#
      timestamp, datetime, point, link, image, list, currencies, found "txt". Did you mean \#
      "text"?
      """#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: { type: text, form: label } }",
      #"9: fields.name.form: unknown key. Did you mean "from"?"#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: { type: text, from: { path: label } } }",
      #"""
      9: fields.name.from: expected a path such as names.common, or a list of paths, found \#
      a mapping.
      """#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, Height: number }",
      #"""
      9: fields.Height: expected a name of a-z, 0-9 and _ that begins with a letter, found \#
      "Height".
      """#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, open-hours: text }",
      #"""
      9: fields.open-hours: expected a name of a-z, 0-9 and _ that begins with a letter, \#
      found "open-hours".
      """#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, id: integer }",
      #"9: fields.id: "id" is reserved for addresses; name the field otherwise."#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, sort: text }",
      #"9: fields.sort: "sort" is reserved for addresses; name the field otherwise."#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: { type: text, unit: g, decimals: 2 } }",
      "9: fields.name.decimals: belongs to a number, and this field is of type text.",
      "9: fields.name.unit: belongs to a number, and this field is of type text."),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, mass: { type: number, decimals: 12, unit: [g] } }",
      #"9: fields.mass.decimals: expected a whole number from 0 to 9, found "12"."#,
      "9: fields.mass.unit: expected a text, found a list."),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: { type: text, latitude: lat, longitude: lon, unknown: [0, 0] } }",
      "9: fields.name.latitude: belongs to a point, and this field is of type text.",
      "9: fields.name.longitude: belongs to a point, and this field is of type text.",
      "9: fields.name.unknown: belongs to a point, and this field is of type text."),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, place: { type: point, latitude: lat } }",
      "9: fields.place.longitude: missing: expected the path of the degrees east."),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, place: { type: point, unknown: [0, 200] } }",
      #"""
      9: fields.place.unknown: expected a latitude and a longitude in degrees, such as [0, \#
      0].
      """#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, place: { type: point, unknown: [[0, 0], [north]] } }",
      #"""
      9: fields.place.unknown[1]: expected a latitude and a longitude in degrees, such as \#
      [0, 0].
      """#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, place: { type: point, unknown: 0 } }",
      #"""
      9: fields.place.unknown: expected a latitude and a longitude in degrees, such as [0, \#
      0].
      """#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, place: point, place_latitude: number }",
      #"""
      9: fields.place_latitude: "place_latitude" is where the store keeps the point \#
      "place"; name one otherwise.
      """#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: { type: text, link: page }, page: link }",
      "9: fields.name.link: belongs to a point, and this field is of type text."),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, place: { type: point, link: name } }",
      """
      9: fields.place.link: expected a field of type link; "name" is of type text.
      """),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: text, place: { type: point, link: pag }, page: link }",
      #"9: fields.place.link: no field is called "pag". Did you mean "page"?"#),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: { type: text, file: a.png } }",
      "9: fields.name.file: belongs to an image, and this field is of type text."),
    Mistake(
      .csv, "fields: { name: text }",
      "fields: { name: { type: text, hosts: [a.example] } }",
      "9: fields.name.hosts: belongs to an image, and this field is of type text."),
    Mistake(
      .csv, "fields: { name: text }",
      #"fields: { name: text, logo: { type: image, hosts: ["https://a.example"] } }"#,
      #"""
      9: fields.logo.hosts[0]: expected the name of a host such as flags.example.org, found \#
      "https://a.example".
      """#),
    Mistake(
      .csv, "fields: { name: text }",
      #"fields: { name: text, logo: { type: image, file: "{idd}.png" } }"#,
      #"9: fields.logo.file: expected {id} or {id_lower}, found {idd}. Did you mean "id"?"#),
  ]

  @Test(arguments: fields) func `in fields are told`(mistake: Mistake) throws {
    #expect(try mistake.told == mistake.expected)
  }
}
