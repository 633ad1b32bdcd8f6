import Foundation

/// Times of many repetitions, in milliseconds.
struct Times {
  private var all: [Double] = []

  mutating func append(_ time: Duration) { all.append(time.milliseconds) }

  /// The time that so large a share of the repetitions did not exceed (nearest rank).
  func percentile(_ share: Double) -> Double {
    let sorted = all.sorted()
    return sorted[max(Int((share * Double(sorted.count)).rounded(.up)) - 1, 0)]
  }

  /// Prints the median and the 99th percentile.
  func print(_ name: String) {
    printLine("\(name).p50_ms", percentile(0.5), "ms")
    printLine("\(name).p99_ms", percentile(0.99), "ms")
  }
}

/// When something began, by the clock and by what processors had done.
struct Start {
  let clock = ContinuousClock.now
  let processors = processorTime()
}

/// What several stretches of work took.
struct Spent {
  private var (time, work) = (Duration.zero, Duration.zero)

  /// Adds a stretch that ends now.
  mutating func add(since start: Start) {
    time += ContinuousClock.now - start.clock
    work += processorTime() - start.processors
  }

  /// Prints how many records a second were done.
  func printRate(_ name: String, _ records: Int) {
    printLine(name, Double(records) / time.seconds, "rows/s")
  }

  /// Prints how long processors worked for a record.
  func printCost(_ name: String, _ records: Int) {
    printLine(name, work / .microseconds(1) / Double(records), "µs")
  }
}

extension Duration {
  var milliseconds: Double { self / .milliseconds(1) }
  var seconds: Double { self / .seconds(1) }
}

/// Prints `name value unit`.
func printLine(_ name: String, _ value: Double, _ unit: String) {
  let shown = value >= 1000 ? String(format: "%.0f", value) : String(format: "%.4g", value)
  print(name, shown, unit)
  fflush(nil)
}

/// The time for which this process has used processors: it says more than clocks on a busy machine.
func processorTime() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// What this process has in memory, in MB; nothing where the system has no /proc.
func memory() throws -> (now: Double, most: Double)? {
  let file = "/proc/self/status"
  guard FileManager.default.fileExists(atPath: file) else { return nil }
  let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
  func megabytes(_ name: String) -> Double {
    let line = lines.first { $0.hasPrefix(name) } ?? ""
    return (Double(line.filter(\.isNumber)) ?? 0) / 1024
  }
  return (megabytes("VmRSS:"), megabytes("VmHWM:"))
}
