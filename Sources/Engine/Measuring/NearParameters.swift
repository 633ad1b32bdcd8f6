public import AlmanacCore
import AlmanacDeclarations

/// What is asked of what is near, as addresses and commands write it.
public struct NearParameters: Sendable, Hashable {
  /// The latitude and longitude, where they are given.
  public var place: Coordinate?
  /// The key of the record that is asked about, as it stands in the address.
  public var id: String?
  /// How far a record may be at most, in metres.
  public var radius: Double?
  /// How many records at most.
  public var limit = usualLimit

  /// How many records where nothing is said.
  public static let usualLimit = 20

  /// How far a record may be asked for, in metres: farther than any place on Earth.
  public static let largestRadius = 1e9

  /// The names of the parameters.
  public static let names = ["lat", "lon", "id", "radius", "limit"]

  /// Reads what is asked; an empty value says nothing.
  ///
  /// - Throws: `QueryProblem` that names the parameter and what was expected.
  public init(_ parameters: [(name: String, value: String)]) throws(QueryProblem) {
    var latitude: Double?
    var longitude: Double?
    for (name, value) in parameters where !value.isEmpty {
      switch name {
      case "lat": latitude = try Self.number(name, value, -90...90)
      case "lon": longitude = try Self.number(name, value, -360...360)
      case "id": id = value
      case "radius": radius = try Self.number(name, value, 0...Self.largestRadius)
      case "limit": limit = try Self.limit(value)
      default:
        throw QueryProblem(
          parameter: name,
          message: Message("There is no such parameter here.")
            .hinted(NearestWord.hint(for: name, among: Self.names)))
      }
    }
    try setPlace(latitude, longitude)
  }

  private mutating func setPlace(
    _ latitude: Double?, _ longitude: Double?
  ) throws(QueryProblem) {
    switch (latitude, longitude) {
    case (nil, nil): return
    case (nil, _): throw QueryProblem(parameter: "lat", message: "Expected a latitude, too.")
    case (_, nil): throw QueryProblem(parameter: "lon", message: "Expected a longitude, too.")
    case (let latitude?, let longitude?):
      guard id == nil else {
        throw QueryProblem(
          parameter: "id", message: "Expected a record or a place, found both.")
      }
      let turned =
        longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
      place = Coordinate(latitude: latitude, longitude: turned)
    }
  }

  private static func limit(_ text: String) throws(QueryProblem) -> Int {
    let range = 1...TableQuery.largestLimit
    guard let number = Int(text), range.contains(number) else {
      let most = TableQuery.largestLimit
      throw QueryProblem(
        parameter: "limit",
        expected: "a whole number from \(1) to \(most)", found: text.cut)
    }
    return number
  }

  /// A number in decimal digits, so that neither `nan` nor `0x1p3` is one.
  ///
  /// With a point, or with the comma that half of the world types.
  private static func number(
    _ name: String, _ text: String, _ range: ClosedRange<Double>
  ) throws(QueryProblem) -> Double {
    let typed = text.replacing(" ", with: "").replacing(",", with: ".", maxReplacements: 1)
    let isDecimal = typed.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    guard isDecimal, let number = Double(typed), range.contains(number) else {
      let (low, high) = (Int(range.lowerBound), Int(range.upperBound))
      throw QueryProblem(
        parameter: name,
        expected: "a number from \(low) to \(high)", found: text.cut)
    }
    return number
  }
}
