import AlmanacDecoding

/// Made-up railway stations and keywords with the oddities of the real lists.
enum SyntheticStations {
  static func rows(
    _ count: Int, seed: UInt64
  ) -> (stations: [Sandbox.Table.Values], keywords: [Sandbox.Table.Values]) {
    var random = SplitMix64(seed: seed ^ 0x5EED_0F57_A710_0001)
    let ids = Array(1...max(1, count)).prefix(max(0, count)).shuffled(using: &random)
    let stations = ids.map { station($0, &random) }
    let keywords = ids.flatMap(keywords).enumerated().map { keyword in
      keyword.element.merging(["id": .integer(keyword.offset + 1)]) { _, id in id }
    }
    return (stations, keywords.shuffled(using: &random))
  }

  private static func station(_ id: Int, _ random: inout SplitMix64) -> Sandbox.Table.Values {
    let isUnknown = id % 25 == 9
    let place = places[id % places.count]
    var values: Sandbox.Table.Values = [
      "id": .integer(id), "name": .text(name(id)), "name_slug": .text(slug(id)),
      "latitude": .number(isUnknown ? 0 : place.latitude + spread(&random)),
      "longitude": .number(isUnknown ? 0 : place.longitude + spread(&random)),
      "hits": .integer(random.next(below: 74) * random.next(below: 74)),
      "city": .text(id % 9 == 4 ? "" : place.city), "region": .text(id % 9 == 4 ? "" : "Zmyślone"),
      "country": .text(place.country), "is_group": .bool(id % 60 == 1),
      "has_announcements": .bool(id % 5 == 0), "is_nearby_station_enabled": .bool(id % 3 != 0),
      "type": .text(id % 8 == 5 ? "bus_stop" : "rail"), "time_zone": "Europe/Warsaw",
    ]
    if id % 4 == 0 { values["ibnr"] = .integer(9_900_000 + id) }
    if place.country == "Niemcy" { values["localised_name"] = .text("Synthetisch \(id)") }
    return values
  }

  private static let places = [
    (city: "Syntetyki Łódzkie", country: "Polska", latitude: 51.77, longitude: 19.46),
    (city: "Syntetyki Górne", country: "Polska", latitude: 50.06, longitude: 19.94),
    (city: "Żółć Syntetyczna", country: "Polska", latitude: 54.35, longitude: 18.65),
    (city: "Synthetisch Neustadt", country: "Niemcy", latitude: 51.04, longitude: 13.73),
  ]

  private static func spread(_ random: inout SplitMix64) -> Double {
    Double(random.next(below: 20_001) - 10_000) / 20_000
  }

  /// Ten ids in a hundred share a name; others have doubled or trailing spaces.
  private static func name(_ id: Int) -> String {
    switch id % 100 {
    case 30..<40: "Synthetic Dworzec"
    case 41: "Synthetic  \(id)"
    case 42: "Synthetic \(id) "
    default: id % 2 == 0 ? "Synthetic \(id)" : "Syntetyczna Łąka \(id)"
    }
  }

  private static func slug(_ id: Int) -> String {
    (30..<40).contains(id % 100) ? "synthetic-dworzec" : "synthetic-\(id)"
  }

  /// None for one station in eleven; a shared one for every seventh; an exonym for the foreign.
  private static func keywords(of id: Int) -> [Sandbox.Table.Values] {
    guard id % 11 != 6 else { return [] }
    var words = [name(id)]
    if id % 7 == 0 { words.append("Synthetic Główny") }
    if places[id % places.count].country == "Niemcy" { words.append("Drezno Syntetyczne \(id)") }
    return words.map { ["keyword": .text($0), "station_id": .integer(id)] }
  }
}
