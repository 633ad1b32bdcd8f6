import AlmanacDecoding
import Foundation

/// Made-up meteorites with the oddities of the real list.
enum SyntheticMeteorites {
  static func rows(_ count: Int, seed: UInt64, geolocation: Sandbox.PointShape)
    -> [Sandbox.Table.Values]
  {
    var random = SplitMix64(seed: seed)
    return (0..<max(0, count)).map { row($0 + 1, geolocation, &random) }
  }

  private static func row(
    _ id: Int, _ geolocation: Sandbox.PointShape, _ random: inout SplitMix64
  ) -> Sandbox.Table.Values {
    var values: Sandbox.Table.Values = [
      "id": .text(String(id)),
      "name": .text("Synthetic \(id)" + (id % 200 == 0 ? " " : "")),
      "nametype": id % 97 == 0 ? "Relict" : "Valid",
      "recclass": .text(classes[random.next(below: classes.count)]),
      "fall": random.next(below: 4) == 0 ? "Fell" : "Found",
      ":@computed_region_cbhk_fwbd": .text(String(random.next(below: 50) + 1)),
    ]
    values["mass"] = mass(id, &random)
    values["year"] = year(id, &random)
    place(id, geolocation, &random, in: &values)
    return values
  }

  private static let classes = ["L5", "L6", "H5", "LL5", "Iron, IIIAB", "Martian (shergottite)"]

  /// Sometimes missing, sometimes nothing, sometimes with the noise of floating point.
  private static func mass(_ id: Int, _ random: inout SplitMix64) -> JSON? {
    let grams = random.next(below: 200) * random.next(below: 200)
    switch id % 50 {
    case 7: return nil
    case 11: return "0"
    case 13: return "78.400000000000006"
    default: return .text(String(grams + 1))
    }
  }

  /// Mostly of the last two centuries; some missing, very old, or yet to come.
  private static func year(_ id: Int, _ random: inout SplitMix64) -> JSON? {
    let recent = 1830 + random.next(below: 184)
    switch id % 100 {
    case 17: return nil
    case 19: return "0860-01-01T00:00:00.000"
    case 23: return "2101-01-01T00:00:00.000"
    default: return .text("\(recent)-01-01T00:00:00.000")
    }
  }

  /// Mostly known; some missing, some 0/0 and one on another planet.
  private static func place(
    _ id: Int, _ shape: Sandbox.PointShape, _ random: inout SplitMix64,
    in values: inout Sandbox.Table.Values
  ) {
    var latitude = Double(random.next(below: 16_000_001) - 8_000_000) / 100_000
    var longitude = Double(random.next(below: 36_000_001) - 18_000_000) / 100_000
    if id % 20 == 3 { return }
    if id % 20 == 5 { (latitude, longitude) = (0, 0) }
    if id == 29 { longitude = 354.47333 }
    values["reclat"] = .text(sixDecimals(latitude))
    values["reclong"] = .text(sixDecimals(longitude))
    values["geolocation"] = shape.point(latitude: latitude, longitude: longitude)
  }

  private static func sixDecimals(_ degrees: Double) -> String {
    degrees.formatted(
      .number.precision(.fractionLength(6)).grouping(.never)
        .locale(Locale(identifier: "en_US_POSIX")))
  }
}

extension Sandbox.PointShape {
  /// A point in this shape.
  func point(latitude: Double, longitude: Double) -> JSON {
    switch self {
    case .geoJSON:
      ["type": "Point", "coordinates": [.number(longitude), .number(latitude)]]
    case .latitudeLongitude:
      ["latitude": .text(String(latitude)), "longitude": .text(String(longitude))]
    }
  }

  /// The values with each GeoJSON point written in this shape.
  func applied(to values: Sandbox.Table.Values) -> Sandbox.Table.Values {
    guard self == .latitudeLongitude else { return values }
    return values.mapValues { value in
      guard case .array(let pair)? = value.members?["coordinates"], pair.count == 2,
        let longitude = pair[0].plainText, let latitude = pair[1].plainText
      else { return value }
      return ["latitude": .text(latitude), "longitude": .text(longitude)]
    }
  }
}
