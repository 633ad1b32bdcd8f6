import AlmanacDeclarations

/// Places as people read them, and where they stand on a map.
struct PlaceText: Sendable {
  let words: Catalogue

  /// Degrees and minutes: "54° 49′ N, 61° 7′ E".
  func text(_ point: Point) -> String {
    let north = angle(point.latitude, point.latitude < 0 ? "place.south" : "place.north")
    let east = angle(point.longitude, point.longitude < 0 ? "place.west" : "place.east")
    return words.say("place.both", ["latitude": north, "longitude": east])
  }

  private func angle(_ degrees: Double, _ key: String) -> String {
    let minutes = Int((degrees.magnitude * 60).rounded())
    return words.say(key, ["degrees": "\(minutes / 60)", "minutes": "\(minutes % 60)"])
  }

  /// The place on OpenStreetMap, with a marker.
  static func mapAddress(_ point: Point) -> String {
    let (latitude, longitude) = (point.latitude.description, point.longitude.description)
    return "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)"
      + "#map=8/\(latitude)/\(longitude)"
  }
}
