import AlmanacCore
import ArgumentParser
import Foundation


/// Measures searches in documents from a file.
struct SearchBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "search")

  @Argument(help: "Documents: a line for each, its texts between tabs, the most important first.")
  var documents: String
  @Argument(help: "Queries: a line for each, its group and its text between tabs.")
  var queries: String
  @Option(help: "What names of measurements begin with.")
  var name = "find.stations"
  @Option(help: "How often each query is asked.")
  var repeats = 5
  @Flag(help: "Measure a sorted array too.")
  var peer = false

  func run() throws {
    let questions = try Self.lines(queries).map { (group: $0[0], text: $0[1]) }
    let texts = try Self.lines(documents)
    let index = build(texts)
    measure(questions, as: name) { text in
      index.search(SearchQuery(Array(text.utf8)), limit: 20).total
    }
    if peer {
      let array = SortedArray(texts)
      measure(questions, as: "\(name).sorted_array") { array.search($0, limit: 20).total }
    }
  }

  /// Builds the index; its time is that of the processor, which other work does not lengthen.
  private func build(_ texts: [[String]]) -> SearchIndex {
    var given = SearchDocuments()
    for (row, texts) in texts.enumerated() {
      given.add(row: Int64(row), place: UInt64(row), texts: texts.map { Array($0.utf8) })
    }
    let start = clock()
    let index = SearchIndex(given)
    let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
    let keywords = Double(texts.reduce(0) { $0 + $1.count })
    printLine("\(name).build_s_per_million", seconds / keywords * 1_000_000, "s")
    let beyond = index.byteCount - given.textByteCount
    printLine("\(name).bytes_per_keyword", Double(beyond) / keywords, "B")
    return index
  }

  /// Prints the median of each group, and the worst query of all groups by its best time.
  private func measure(
    _ questions: [(group: String, text: String)], as name: String, _ search: (String) -> Int
  ) {
    var times: [String: [Double]] = [:]
    var worst: (time: Double, text: String) = (0, "")
    for question in questions {
      var best = Double.infinity
      for _ in 0..<repeats {
        let start = ContinuousClock.now
        let total = search(question.text)
        best = min(best, (ContinuousClock.now - start) / .microseconds(1))
        precondition(total >= 0)
      }
      times[question.group, default: []].append(best)
      if best > worst.time { worst = (best, question.text) }
    }
    for (group, times) in times.sorted(by: { $0.key < $1.key }) {
      printLine("\(name).\(group)_us", times.sorted()[times.count / 2], "µs")
    }
    let all = times.values.joined().sorted()
    printLine("\(name).p50_ms", all[all.count / 2] / 1000, "ms")
    printLine("\(name).worst_ms", worst.time / 1000, "ms")
    FileHandle.standardError.write(Data("\(name): worst is \"\(worst.text)\"\n".utf8))
  }

  private static func lines(_ path: String) throws -> [[String]] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return text.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
  }
}

/// Prints `name value unit`.
func printLine(_ name: String, _ value: Double, _ unit: String) {
  let shown = value >= 1000 ? String(format: "%.0f", value) : String(format: "%.4g", value)
  print(name, shown, unit)
  fflush(nil)
}
