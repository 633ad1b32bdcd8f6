/// Sound dataset files that together use every key of the schema.
enum Sample: String, CaseIterable, Sendable {
  case json, next, csv, soda, stream

  var text: String {
    switch self {
    case .json: Self.jsonText
    case .next: Self.nextText
    case .csv: Self.csvText
    case .soda: Self.sodaText
    case .stream: Self.streamText
    }
  }

  private static let jsonText = #"""
    id: shops
    title: { en: Shops, pl: Sklepy }
    summary: Shops of one town.
    source:
      kind: json
      url: https://example.org/shops
      headers: { X-Version: "1" }
      parameters: { lang: en }
      records: data.objects
      paging: { by: offset, offset: skip, limit: take, size: 50 }
      join:
        words: { url: "https://example.org/words", records: data, on: shop, take: word }
    credit: { text: Example, homepage: "https://example.org", licence: CC0 }
    refresh: { every: 24h, when: [timer, opened], floor: 80% }
    key: { from: [id, code], type: integer }
    fields:
      name: text
      logo: { type: image, file: "logos/{id_lower}.png", hosts: [Logos.example.org] }
      mass:
        type: number
        title: Mass
        from: [mass, "mass (g)"]
        unit: g
        decimals: 1
      size:
        type: text
        bands: { of: mass, steps: { big: 100, small: 10 }, otherwise: tiny }
        choices:
          big: { title: { en: big, pl: duży }, tone: strong }
          small: { en: small, pl: mały }
      place: { type: point, latitude: lat, longitude: lon, unknown: [0, 0] }
      opened: { type: date, order: dmy }
    search: [name, words]
    list:
      sort: [-mass, name]
      title: name
      subtitle: [size]
      columns: [name, mass]
      sections: words
      image: logo
      mark: size
      unfold: [place]
    page: { facts: [name, mass] }
    views:
      heavy:
        title: Heavy
        where: { mass.min: 100, size: big }
    measure: place
    snapshot:
      file: snapshot.json
      credit: { text: Example, homepage: "https://example.org", licence: CC0 }
    greeting: { facts: [name, mass], after: 2s }

    """#

  private static let nextText = #"""
    id: shops
    title: Shops
    source:
      kind: json
      url: https://example.org/shops
      paging: { by: next, next: links.next, most: 200 }
      join:
        details: { url: "https://example.org/shops/{id}" }
    credit: { text: Example, licence: CC0 }
    key: id
    fields:
      name: { type: text, in: { pl: [names.pl, nazwa] } }
      place: { type: point, link: page }
      page: link
    list: { title: name }

    """#

  private static let csvText = #"""
    id: shops
    title: Shops
    source:
      kind: csv
      url: shops.csv
      delimiter: ";"
    credit: { text: Example, licence: CC0 }
    key: id
    fields: { name: text }
    list: { title: name }

    """#

  private static let sodaText = #"""
    id: shops
    title: Shops
    source:
      kind: soda
      url: https://example.org/resource/abcd-1234.json
      where: year >= 2011
      select: [id, name]
      filters: { town: Lodz }
      token: ${TOKEN}
      page: 5000
    credit: { text: Example, licence: CC0 }
    key: id
    fields: { name: text }
    list: { title: name }
    refresh: { cursor: ":updated_at", overlap: 5m, deletions: ids }
    history: { keep: 30d, most: 1000 }

    """#

  private static let streamText = #"""
    id: deals
    title: Deals
    source:
      kind: stream
      simulate:
        records: 1000
        packet: 10
        pause: 0.1
        seed: 7
        fields:
          at: now
          price: { from: 60, to: 70, decimals: 5 }
          side: { one_of: [buy, sell] }
      revision: at
      group: { records: 100, wait: 20ms }
    credit: { text: Example, licence: CC0 }
    key: { from: id, type: integer }
    fields: { at: timestamp, price: number, side: { type: text, trim: true } }
    list: { title: side }

    """#
}
