import AlmanacDeclarations
import Foundation

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
    let minutes = Int(exactly: (degrees.magnitude * 60).rounded()) ?? 0
    return words.say(key, ["degrees": "\(minutes / 60)", "minutes": "\(minutes % 60)"])
  }

  /// Whether an address found in data is a page of OpenStreetMap, over a safe connection.
  static func isMapAddress(_ address: String) -> Bool {
    guard let url = URLComponents(string: address), url.scheme?.lowercased() == "https",
      let host = url.host?.lowercased(), url.user == nil, url.password == nil, url.port == nil
    else { return false }
    return host == mapHost || host.hasSuffix("." + mapHost)
  }

  private static let mapHost = "openstreetmap.org"

  /// The place on OpenStreetMap, with a marker.
  static func mapAddress(_ point: Point) -> String {
    let (latitude, longitude) = (point.latitude.description, point.longitude.description)
    return "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)"
      + "#map=8/\(latitude)/\(longitude)"
  }
}
