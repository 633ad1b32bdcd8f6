/// The functions of a mathematical library that Core needs and does not import.
///
/// A host hands them over as a type, so that calls are direct: on a server they come from the
/// system's library, in a browser from `Math`.
public protocol MathFunctions {
  /// The sine of an angle in radians.
  static func sin(_ angle: Double) -> Double
  /// The cosine of an angle in radians.
  static func cos(_ angle: Double) -> Double
  /// The angle of the point (x, y) in radians, -π...π, with the signs of zeros told apart.
  static func atan2(_ y: Double, _ x: Double) -> Double
  /// The square root of x² + y², without overflow.
  static func hypot(_ x: Double, _ y: Double) -> Double
  /// The real cube root, negative for negative numbers.
  static func cbrt(_ value: Double) -> Double
}
