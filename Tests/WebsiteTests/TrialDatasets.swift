/// Three made-up datasets that together declare everything a page can show.
enum TrialDatasets {
  /// The dataset files by id.
  static let declarations = ["stones": stones, "lands": lands, "trades": trades]

  private static let stones = """
    id: stones
    title: Stones
    summary: Stones that somebody weighed.
    source: { kind: json, url: "file:///nowhere/stones.json" }
    credit: { text: Nobody, homepage: "https://example.org/stones", licence: CC0 }
    refresh: { every: 24h, when: timer }
    key: id
    fields:
      name: { type: text }
      mass: { type: number, unit: g }
      size:
        type: text
        bands: { of: mass, steps: { big: 10000, small: 1000 }, otherwise: other }
        choices:
          big: { title: big, tone: strong }
          small: { title: small, tone: medium }
          other: { title: other }
      fall: { type: text, choices: { Fell: fell, Found: found } }
      year: { type: year }
      place: { type: point, latitude: lat, longitude: lon, unknown: [0, 0] }
      home: { type: link }
    search: [name]
    list:
      sort: [-mass]
      title: name
      subtitle: [year]
      columns: [name, mass, year, fall, place]
      mark: size
    measure: place
    views:
      fell_lately:
        title: Fell lately
        where: { fall: Fell, year.min: 2011 }
    snapshot:
      file: snapshot.json
      credit: { text: A test, licence: CC0 }
    """

  private static let lands = """
    id: lands
    title: Lands
    source: { kind: json, url: "file:///nowhere/lands.json" }
    credit: { text: Nobody, licence: CC0 }
    refresh: { every: 24h, when: timer }
    key: id
    fields:
      name: { type: text }
      flag: { type: image, file: "/nowhere/{id_lower}.png" }
      parts: { type: list }
      capitals: { type: list }
      population: { type: integer, unit: people }
      area: { type: number, unit: km2, decimals: 0 }
      currencies: { type: currencies }
    search: [name]
    list:
      sort: [name]
      title: name
      subtitle: [capitals]
      sections: parts
      image: flag
      unfold: [population, area, currencies]
    greeting: { facts: [capitals, population], after: 2s }
    snapshot:
      file: snapshot.json
      credit: { text: A test, licence: CC0 }
    """

  private static let trades = """
    id: trades
    title: Trades
    source: { kind: json, url: "file:///nowhere/trades.json" }
    credit: { text: Nobody, licence: CC0 }
    refresh: { every: 24h, when: timer }
    key: { from: id, type: integer }
    fields:
      modified: { type: timestamp }
      instrument: { type: text }
      price: { type: number, decimals: 2 }
      amount: { type: number, decimals: 0 }
      side:
        type: text
        choices:
          buy: { title: buy, tone: rise }
          sell: { title: sell, tone: fall }
    search: [instrument]
    list:
      sort: [-modified]
      title: instrument
      columns: [modified, instrument, price, amount, side]
      mark: side
    snapshot:
      file: snapshot.json
      credit: { text: A test, licence: CC0 }
    """

  /// The snapshot of a dataset: 250 stones, five lands, three trades.
  static func snapshot(of id: String) -> String {
    let rows = ["stones": stoneRows, "lands": landRows, "trades": tradeRows][id] ?? []
    return """
      {"dataset":"\(id)","made":"2026-11-18","rows":[
      \(rows.joined(separator: ",\n"))
      ]}
      """
  }

  private static var stoneRows: [String] {
    let many = (1...248).map { number in
      """
      {"id":"s\(number)","name":"Stone \(number)","mass":\(number * 100),"size":"\(size(number))",\
      "fall":"\(number % 2 == 0 ? "Fell" : "Found")","year":\(1800 + number),\
      "place":{"latitude":54.81667,"longitude":-61.11667}}
      """
    }
    return many + [
      #"{"id":"bare","name":"Bare <&\"'> stone"}"#,
      #"{"id":"a/b c","name":"Odd key","mass":1,"size":"other","home":"javascript:alert(1)"}"#,
    ]
  }

  private static func size(_ number: Int) -> String {
    number >= 100 ? "big" : number >= 10 ? "small" : "other"
  }

  private static let landRows = [
    """
    {"id":"AA","name":"Aland","parts":["East","West"],"capitals":["Acity","Other"],\
    "population":1,"area":12.6,"currencies":[{"code":"AAA","name":"Aa","symbol":"a"}]}
    """,
    #"{"id":"BB","name":"Bland","parts":["East"],"capitals":["Bcity"],"population":1234567}"#,
    #"{"id":"CC","name":"Cland","parts":["West"]}"#,
    #"{"id":"DD","name":"Dland","parts":["West","East"]}"#,
    #"{"id":"EE","name":"Eland"}"#,
  ]

  private static let tradeRows = [
    trade(1, 1_795_269_768_000, "EUR/USD", "64.998", "2016480.4", "buy"),
    trade(2, 1_795_269_769_000, "GBP/USD", "65.005", "16564022", "sell"),
    trade(3, 1_795_269_770_000, "USD/CHF", "-0.001", "5", "buy"),
  ]

  private static func trade(
    _ id: Int, _ modified: Int, _ instrument: String, _ price: String, _ amount: String,
    _ side: String
  ) -> String {
    """
    {"id":\(id),"modified":\(modified),"instrument":"\(instrument)","price":\(price),\
    "amount":\(amount),"side":"\(side)"}
    """
  }
}
