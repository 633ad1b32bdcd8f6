/// One value of a record; what the bits mean is said by the field's `FieldType`.
///
/// Integers carry integers, years, booleans (0 and 1), dates (days since 1970-01-01) and
/// timestamps (milliseconds since 1970-01-01T00:00:00).
public enum Value: Sendable, Hashable {
  /// No value: null, an empty text and an absent key are all this.
  case absent
  /// A whole number, or what a whole number stands for.
  case integer(Int64)
  /// A finite binary64 number.
  case number(Double)
  /// A text that is not empty.
  case text(String)
  /// A place on the WGS84 ellipsoid.
  case point(Point)
  /// Several texts in the source's order; never empty.
  case list([String])
  /// Several currencies in the source's order; never empty.
  case currencies([Currency])

  /// Whether there is no value.
  public var isAbsent: Bool { self == .absent }
}

/// A place on the WGS84 ellipsoid, in degrees.
public struct Point: Sendable, Hashable {
  /// Degrees north of the equator, -90...90.
  public var latitude: Double
  /// Degrees east of Greenwich, -180...180.
  public var longitude: Double

  /// Makes a point, or nothing where the degrees name no place on Earth.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// A currency as a source names it.
public struct Currency: Sendable, Hashable {
  /// The ISO 4217 code, such as `PLN`.
  public var code: String
  /// The name, such as "Polish złoty"; empty where none is known.
  public var name: String
  /// The symbol, such as `zł`; empty where none is known.
  public var symbol: String

  /// Makes a currency from its parts.
  public init(code: String, name: String = "", symbol: String = "") {
    self.code = code
    self.name = name
    self.symbol = symbol
  }
}
