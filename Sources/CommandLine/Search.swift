import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser

/// Searches all datasets.
struct Search: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: said("Search names in all datasets, blind to case and diacritics."),
    discussion: "almanac search lodz --in stations")

  @OptionGroup var places: Places

  @Argument(help: .said("The words."))
  var words: String

  @Option(name: .customLong("in"), help: .said("Search this dataset only."))
  var dataset: String?

  @Option(help: .said("How many rows of each dataset, 1 to 1000."))
  var limit = 10

  @Flag(help: .said("Print JSON."))
  var json = false

  func run() async throws {
    guard (1...TableQuery.largestLimit).contains(limit) else {
      throw misuse("--limit: expected 1 to 1000, found \(limit).")
    }
    let library = try await Access(places).reader()
    let found: [Found]
    do { found = try await find(library) } catch let problem as QueryProblem {
      throw misuse("\(problem.parameter): \(problem.message)")
    }
    let told = found.compactMap { found in
      library.dataset(found.dataset).map { (dataset: $0, found: found) }
    }
    if json { return try Output.json(document(told)) }
    for (dataset, found) in told where found.total > 0 {
      FoundText(dataset, found).lines.forEach(Output.line)
    }
    if !told.contains(where: { $0.found.total > 0 }) { tellNothing(told.map(\.found)) }
    if found.contains(where: \.isPartial) {
      Output.warn(said("The search was cut: it costs too much."))
    }
  }

  private func find(_ library: Library) async throws -> [Found] {
    guard let dataset else {
      return try await library.findEverywhere(words, limitPerDataset: limit)
    }
    let table = try library.found(dataset)
    return [try await library.find(words, in: table.dataset.id, limit: limit)]
  }

  private func document(_ told: [(dataset: Dataset, found: Found)]) -> SearchDocument {
    SearchDocument(words, told) { record, dataset in
      SearchDocument.Shown(title: dataset.plainTitle(of: record))
    }
  }

  private func tellNothing(_ found: [Found]) {
    Output.line(said("Nothing found."))
    if let suggestion = found.lazy.compactMap(\.suggestion).first {
      Output.line(said("Did you mean \"\(suggestion)\"?"))
    }
  }
}

/// What was found in a dataset as lines of text: how many, and the best with why they match.
struct FoundText {
  let lines: [String]

  init(_ dataset: Dataset, _ found: Found) {
    let rows = found.rows.map { row in
      let title = dataset.plainTitle(of: row.record)
      let mark = row.mark(ofTitle: title, in: dataset)
      let other = mark.flatMap { $0.text == title ? nil : $0.text }
      return ["  " + row.record.id.description, title, said(row.tier.message), other ?? ""]
    }
    let name = dataset.title.text(in: Speech.language)
    let head: Message =
      found.isAtLeast
      ? "\(name): at least \(found.total) found" : "\(name): \(found.total) found"
    lines =
      [said(head)]
      + TextTable(rows: rows, right: []).lines
  }
}

extension SearchTier {
  /// How well a record matches.
  fileprivate var message: Message {
    switch self {
    case .exact: "exact"
    case .folded: "folded"
    case .prefix: "prefix"
    case .word: "word"
    case .inside: "inside"
    case .typo: "typo"
    }
  }
}
