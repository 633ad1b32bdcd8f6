import ArgumentParser

/// Measures search, distance and nearness inside this process and prints `name value unit` lines.
@main
struct FindBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    subcommands: [SearchBenchmark.self, GeodesicBenchmark.self, NearBenchmark.self])
}
