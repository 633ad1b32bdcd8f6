import AlmanacCore
import Foundation

/// The mathematical functions of the system's library.
enum NativeMath: MathFunctions {
  static func sin(_ angle: Double) -> Double { Foundation.sin(angle) }
  static func cos(_ angle: Double) -> Double { Foundation.cos(angle) }
  static func atan2(_ y: Double, _ x: Double) -> Double { Foundation.atan2(y, x) }
  static func hypot(_ x: Double, _ y: Double) -> Double { Foundation.hypot(x, y) }
  static func cbrt(_ value: Double) -> Double { Foundation.cbrt(value) }
}
