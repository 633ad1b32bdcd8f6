import AlmanacCore
import ArgumentParser
import Foundation

/// Measures how fast the rows nearest to a place are found among many.
struct NearBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "near")

  @Option(help: "How many rows.")
  var rows = 1_000_000
  @Option(help: "How many questions.")
  var questions = 20_000

  func run() throws {
    var random = SplitMix(state: 7)
    let towns = (0..<2_000).map { _ in Self.place(&random) }
    let places = (0..<rows).map { row in
      // Half anywhere, half about towns, as places of people are.
      let town = row % 2 == 0 ? nil : towns[Int(random.next() % UInt64(towns.count))]
      return (row: Int64(row), place: Self.place(&random, near: town))
    }
    var start = ContinuousClock.now
    var index = PlaceIndex(places, using: SystemMath.self)
    printLine("near.build_s", (ContinuousClock.now - start) / .seconds(1), "s")

    measure("near", &random) { index.nearest(to: $0, limit: 20, using: SystemMath.self).count }
    measure("near.limit1000", &random, questions / 20) {
      index.nearest(to: $0, limit: 1000, using: SystemMath.self).count
    }
    measure("near.count100km", &random, questions / 20) {
      index.count(within: 100_000, of: $0, using: SystemMath.self)
    }
    measure("near.count5000km", &random, questions / 200) {
      index.count(within: 5_000_000, of: $0, using: SystemMath.self)
    }
    start = ContinuousClock.now
    for row in 0..<10_000 {
      index.set(Self.place(&random), of: Int64(row * 97 % rows), using: SystemMath.self)
    }
    printLine("near.change_us", (ContinuousClock.now - start) / .microseconds(1) / 10_000, "µs")
  }

  /// Prints how long questions take, each by the best of three times: others may be at work.
  private func measure(
    _ name: String, _ random: inout SplitMix, _ count: Int? = nil, _ ask: (Coordinate) -> Int
  ) {
    var times = (0..<(count ?? questions)).map { _ in
      let place = Self.place(&random)
      return (0..<3).map { _ in Self.milliseconds { ask(place) } }.min() ?? .infinity
    }
    times.sort()
    printLine("\(name).p50_ms", times[times.count / 2], "ms")
    printLine("\(name).p99_ms", times[times.count * 99 / 100], "ms")
    printLine("\(name).worst_ms", times[times.count - 1], "ms")
  }

  private static func milliseconds(_ body: () -> Int) -> Double {
    let start = ContinuousClock.now
    precondition(body() >= 0)
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  /// A place anywhere, or within some ten kilometres of a town.
  private static func place(_ random: inout SplitMix, near town: Coordinate? = nil) -> Coordinate {
    let (first, second) = (
      Double.random(in: -1...1, using: &random), Double.random(in: -1...1, using: &random)
    )
    let place =
      town.flatMap {
        Coordinate(
          latitude: $0.latitude * 0.998 + first * 0.1, longitude: $0.longitude + second * 0.1)
      } ?? Coordinate(latitude: asin(first) * 180 / .pi, longitude: second * 180)
    guard let place else { preconditionFailure("Every one of these is a place.") }
    return place
  }
}

/// Numbers by chance, the same each time (Steele, Lea and Flood 2014).
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
