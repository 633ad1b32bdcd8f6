/// A dozen made-up countries, under codes that ISO 3166 leaves to users, with the oddities of the
/// real list.
enum SyntheticCountries {
  /// So many countries: the odd ones first, then plain ones under codes of a letter and a digit.
  static func rows(_ count: Int) -> [Sandbox.Table.Values] {
    let plain = (0..<max(0, min(count, 260) - odd.count)).map { number in
      let code = "\(UnicodeScalar(UInt8(65 + number / 10)))\(number % 10)"
      return country(
        code, "Synthetic \(code)", in: ["Europe"], "Synthetic Europe", capitals: ["City \(code)"],
        at: (Double(number % 80), Double(number % 170)), ["XSA": ("synthetic crown", "§")],
        people: 1000 * (number + 1), area: Double(number + 1))
    }
    return Array(odd.prefix(max(0, count))) + plain
  }

  private static let odd: [Sandbox.Table.Values] = [
    country(
      "XA", "Synthetia", in: ["Europe"], "Synthetic Europe", capitals: ["Synthgrad"],
      at: (52.25, 21.5), ["XSA": ("synthetic crown", "§")], people: 4_200_000, area: 93_500.5),
    country(
      "XB", "Synthetic Isles", in: ["Oceania"], "Synthetic Ocean", capitals: ["Port Synth"],
      at: (-17.5, 178.25), ["XSB": ("synthetic shell", "S$"), "XSC": ("synthetic pearl", "¤")],
      people: 81_000, area: 740),
    country(
      "XC", "Synthetic Republic", in: ["Africa"], "Synthetic South",
      capitals: ["Synthville", "Synth Bay", "Upper Synth"], at: (-25.7, 28.22),
      ["XSD": ("synthetic rand", "R")], people: 60_400_000, area: 1_221_037),
    country(
      "XD", "Two-Continent Synthetic", in: ["Europe", "Asia"], "Synthetic West",
      capitals: ["Synthanbul"], at: (39.93, 32.87), ["XSE": ("synthetic lira", "₤")],
      people: 84_339_067, area: 783_562),
    country(
      "XE", "Synthetic Federation", in: ["Asia"], "Synthetic North", capitals: ["Synthsk"],
      at: (55.75, 37.6), ["XSF": ("synthetic rouble", "₽")], people: 144_104_080,
      area: 17_098_242, zones: (0..<14).map { "UTC+\($0 < 10 ? "0" : "")\($0):00" }),
    country(
      "XF", "Żółta Synthetic", in: ["Europe"], "Synthetic Europe", capitals: ["Łódź Syntetyczna"],
      at: (51.76, 19.46), ["XSG": ("synthetic złoty", "zł")], people: 38_000, area: 312.6),
    country(
      "XG", "Swapped Synthetic", in: ["Africa"], "Synthetic Desert", capitals: ["El Synth"],
      at: (-13.28, 27.14), ["XSH": ("synthetic dinar", "DA")], people: 510_713, area: 266_000),
    country(
      "XH", "Schemeless Synthetic", in: ["North America"], "Synthetic Sea",
      capitals: ["Synthtown"], at: (18.35, -64.93), ["XSI": ("synthetic dollar", "$")],
      people: 106_290, area: 347, map: "www.openstreetmap.org/#map=10/18.35/-64.93"),
    country(
      "XI", "Synthetic Highlands", in: ["South America"], "Synthetic Andes",
      capitals: ["Alto Synth"], at: (-16.5, -68.15), ["XSJ": ("synthetic peso", "Bs.")],
      people: 11_673_029, area: 1_098_581),
    country(
      "XJ", "Empty Synthetic Island", in: ["Antarctica"], "", capitals: ["King Synth"],
      at: (-54.28, -36.5), ["XSK": ("synthetic pound", "£")], people: 0, area: 3903),
    country(
      "XK", "Placeless Synthetic", in: ["Oceania"], "Synthetic Ocean", capitals: ["Synth Atoll"],
      at: nil, ["XSB": ("synthetic shell", "S$")], people: 300, area: 34.2),
    country(
      "XQ", "Synthetic Antarctica", in: ["Antarctica"], "", capitals: [], at: nil, [:],
      people: 1000, area: 14_000_000),
  ]

  private static func country(
    _ code: String, _ name: String, in continents: [String], _ subregion: String,
    capitals: [String], at place: (Double, Double)?, _ currencies: [String: (String, String)],
    people: Int, area: Double, zones: [String] = ["UTC"], map: String? = nil
  ) -> Sandbox.Table.Values {
    let map = map ?? "https://www.openstreetmap.org/search?query=\(code)"
    return [
      "cca2": .text(code), "cca3": .text(code + "X"), "continents": list(continents),
      "name": ["common": .text(name), "official": .text("The \(name)"), "nativeName": [:]],
      "region": .text(continents.first ?? ""), "subregion": .text(subregion),
      "capital": list(capitals), "capitalInfo": point(place), "currencies": money(currencies),
      "population": .integer(people), "area": .number(area), "timezones": list(zones),
      "maps": ["openStreetMaps": .text(map)],
    ]
  }

  private static func list(_ texts: [String]) -> JSON { .array(texts.map(JSON.text)) }

  private static func point(_ place: (Double, Double)?) -> JSON {
    ["latlng": place.map { [.number($0.0), .number($0.1)] } ?? []]
  }

  private static func money(_ currencies: [String: (String, String)]) -> JSON {
    .object(currencies.mapValues { ["name": .text($0.0), "symbol": .text($0.1)] })
  }
}
