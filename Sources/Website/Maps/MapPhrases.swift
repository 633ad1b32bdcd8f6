/// What the map's script says, in the page's language.
enum MapPhrases {
  /// The keys of the phrases.
  static let keys = [
    "map.all", "map.close", "map.closer", "map.cluster", "map.failed", "map.farther", "map.feet",
    "map.help",
    "map.kilometres", "map.metres", "map.miles", "map.osm", "map.retry", "number.group",
    "number.smallest_grouped",
    "place.both", "place.east", "place.north",
    "place.south", "place.west",
  ]

  /// The phrases by key.
  static func json(_ words: Catalogue) -> String { MapJSON.phrases(keys, words) }
}
