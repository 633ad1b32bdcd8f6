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
    let worst = pairs.map { abs($0.line.distance - $0.metres) }.max() ?? .infinity
    printLine("geodesic.max_difference_nm", worst * 1e9, "nm")
    let missed = pairs.compactMap(\.missed).max() ?? .infinity
    printLine("geodesic.direct_max_difference_nm", missed * 1e9, "nm")
    measure("geodesic.inverse_per_s", pairs) { pair in
      let line = pair.line
      return line.distance + line.initialAzimuth + line.finalAzimuth
    }
    measure("geodesic.direct_per_s", pairs) { pair in
      GeodesicLine(from: pair.from, azimuth: pair.azimuth, using: SystemMath.self)
        .place(after: pair.metres)?.latitude ?? 0
    }
  }

  /// Prints how many pairs are measured in a second of this process alone: others may be at work.
  private func measure(_ name: String, _ pairs: [Pair], _ body: (Pair) -> Double) {
    var best = 0.0
    for _ in 0..<repeats {
      let start = clock()
      let sum = pairs.reduce(0) { $0 + body($1) }
      let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
      precondition(sum.isFinite)
      best = max(best, Double(pairs.count) / seconds)
    }
    printLine(name, best, "1/s")
  }

  /// Two places with the geodesic that another program found.
  struct Pair {
    let from: Coordinate
    let to: Coordinate
    let metres: Double
    let azimuth: Double

    var line: Geodesic { Geodesic(from: from, to: to, using: SystemMath.self) }

    /// How far from the end one comes to in the direction that the other program found.
    var missed: Double? {
      GeodesicLine(from: from, azimuth: azimuth, using: SystemMath.self).place(after: metres)
        .map { Geodesic(from: $0, to: to, using: SystemMath.self).distance }
    }
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
