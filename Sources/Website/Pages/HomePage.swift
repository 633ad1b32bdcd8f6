import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// The home page: a table of contents with the age of everything.
struct HomePage: Sendable, Hashable {
  /// Today, in words.
  let today: String
  let entries: [Entry]
  /// What is wrong with dataset files that were left out.
  let problems: [String]
  /// The size of all copies on disk.
  let size: String
  let isEmpty: Bool
  /// Whether some first copy is on its way, so that the page is asked for again.
  let isFilling: Bool
  /// Where it is asked for.
  let address = "/"

  /// One dataset in the table of contents.
  struct Entry: Sendable, Hashable {
    let numeral: String
    let title: String
    let summary: String?
    let address: String
    let count: String
    let isLive: Bool
    /// Whether the first copy is on its way, so that there is nothing to count yet.
    let isFilling: Bool
    let age: String
    let notes: [String]
    let trouble: TroubleNote?
    let credit: CreditNote
  }

  init(
    datasets: [(dataset: Dataset, status: DatasetStatus)], problems: [DeclarationProblem],
    words: Catalogue, now: Date, acts: Bool
  ) {
    let date = DateText.timestamp(now)?.date
    today = date.map(DateText(words: words).longDay) ?? ""
    self.problems = problems.map { $0.publicDescription(words) }
    entries = datasets.enumerated().map { index, pair in
      Self.entry(pair.dataset, pair.status, Roman.text(index + 1), words, now, acts)
    }
    size = Self.size(datasets.reduce(0) { $0 + $1.status.bytesOnDisk }, words)
    isEmpty = datasets.isEmpty
    isFilling = datasets.contains { $0.status.isFilling }
  }

  private static func entry(
    _ dataset: Dataset, _ status: DatasetStatus, _ numeral: String, _ words: Catalogue,
    _ now: Date, _ acts: Bool
  ) -> Entry {
    let line = StatusLine(status, words: words, now: now)
    return Entry(
      numeral: numeral, title: dataset.title.text(in: words.language),
      summary: dataset.summary?.text(in: words.language), address: Address.list(dataset.id),
      count: NumberText(words: words).integer(Int64(status.count)), isLive: line.isLive,
      isFilling: status.isFilling, age: line.age, notes: line.notes,
      trouble: TroubleNote(status, of: dataset, words: words, now: now, acts: acts),
      credit: CreditNote(status.credit, words))
  }

  private static func size(_ bytes: Int64, _ words: Catalogue) -> String {
    let megabytes = NumberText(words: words).short(
      Double(bytes) / 1_000_000, atMost: bytes < 10_000_000 ? 1 : 0)
    return words.say("home.size", ["megabytes": megabytes])
  }
}

/// Small Roman numerals, for a table of contents.
enum Roman {
  private static let signs = [
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
  ]

  /// The numeral of a number from 1.
  static func text(_ number: Int) -> String {
    var rest = number
    var text = ""
    for (value, sign) in signs {
      while rest >= value {
        text += sign
        rest -= value
      }
    }
    return text
  }
}
