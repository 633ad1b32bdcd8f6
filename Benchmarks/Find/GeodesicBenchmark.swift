import AlmanacCore
import ArgumentParser
import Foundation

/// Measures geodesics between pairs of places from a file, beside the answers that stand there.
struct GeodesicBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "geodesic")

  @Argument(
    help: "Seven binary64 numbers a pair: both latitudes and longitudes, metres, both azimuths.")
  var pairs: String
  @Option(help: "How often all pairs are measured.")
  var repeats = 3

  func run() throws {
    let pairs = try Self.read(pairs)
    var worst = (difference: 0.0, azimuth: 0.0)
    for pair in pairs {
      let line = pair.line
      worst.difference = max(worst.difference, abs(line.distance - pair.metres))
      if line.distance < 19_900_000, line.distance > 1 {
        let turn = abs(line.initialAzimuth - pair.azimuth)
        worst.azimuth = max(worst.azimuth, min(turn, 360 - turn) * line.distance / 60)
      }
    }
    printLine("geodesic.max_difference_nm", worst.difference * 1e9, "nm")
    let rates = (0..<repeats).map { _ in Self.rate(pairs) }
    printLine("geodesic.inverse_per_s", rates.max() ?? 0, "1/s")
    printLine("geodesic.direct_per_s", (0..<repeats).map { _ in Self.directRate(pairs) }.max() ?? 0, "1/s")
  }

  private static func rate(_ pairs: [Pair]) -> Double {
    var sum = 0.0
    let start = ContinuousClock.now
    for pair in pairs {
      let line = pair.line
      sum += line.distance + line.initialAzimuth + line.finalAzimuth
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    precondition(sum.isFinite)
    return Double(pairs.count) / seconds
  }

  private static func directRate(_ pairs: [Pair]) -> Double {
    var sum = 0.0
    let start = ContinuousClock.now
    for pair in pairs {
      let line = GeodesicLine(from: pair.from, azimuth: pair.azimuth, using: SystemMath.self)
      sum += line.place(after: pair.metres)?.latitude ?? 0
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    precondition(sum.isFinite)
    return Double(pairs.count) / seconds
  }

  /// Two places with the geodesic that another program found.
  struct Pair {
    let from: Coordinate
    let to: Coordinate
    let metres: Double
    let azimuth: Double

    var line: Geodesic { Geodesic(from: from, to: to, using: SystemMath.self) }
  }

  private static func read(_ path: String) throws -> [Pair] {
    let data = try Data(contentsOf: URL(filePath: path))
    let numbers = data.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Double.self) }
    }
    return try stride(from: 0, to: numbers.count, by: 7).map { start in
      guard let from = Coordinate(latitude: numbers[start], longitude: numbers[start + 1]),
        let to = Coordinate(latitude: numbers[start + 2], longitude: numbers[start + 3])
      else { throw ValidationError("Pair \(start / 7) is no two places.") }
      return Pair(from: from, to: to, metres: numbers[start + 4], azimuth: numbers[start + 5])
    }
  }
}

/// The mathematical functions of this system.
enum SystemMath: MathFunctions {
  static func sin(_ angle: Double) -> Double { Foundation.sin(angle) }
  static func cos(_ angle: Double) -> Double { Foundation.cos(angle) }
  static func atan2(_ y: Double, _ x: Double) -> Double { Foundation.atan2(y, x) }
  static func hypot(_ x: Double, _ y: Double) -> Double { Foundation.hypot(x, y) }
  static func cbrt(_ value: Double) -> Double { Foundation.cbrt(value) }
}
