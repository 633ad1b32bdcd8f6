import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Foundation

@testable import AlmanacEngine

/// A reader of a live window that keeps its rows by what it is told alone.
struct LiveReader {
  private(set) var rows: [Record] = []
  private(set) var version: String?
  private(set) var total = 0
  private(set) var offset = 0
  private(set) var above = 0
  private(set) var below = 0
  /// What was told, in short.
  private(set) var story: [String] = []
  private(set) var touched: Set<RecordID> = []
  private var news: LiveSubscription.Iterator

  init(_ subscription: LiveSubscription) { news = subscription.makeAsyncIterator() }

  /// Why a reader cannot go on.
  struct Lost: Error {
    let why: String
  }

  /// Takes the next update; says whether there was one before the silence or the end.
  @discardableResult
  mutating func read() async throws -> Bool {
    guard case .update(let update)? = try await news.next(within: .seconds(15)) else {
      return false
    }
    try take(update)
    return true
  }

  /// Takes all updates there are.
  mutating func readAll() async throws { while try await read() {} }

  private mutating func take(_ update: LiveUpdate) throws {
    switch update {
    case .status: return story.append("status")
    case .window(let step):
      rows = step.window.rows
      story.append("window")
      follow(step)
    case .change(let step):
      guard step.since == version else {
        throw Lost(why: "a change of \(step.since ?? "nothing"), and there is \(version ?? "none")")
      }
      guard let next = step.change.applied(to: rows, id: { $0.id }) else {
        throw Lost(why: "a change that does not fit")
      }
      rows = next
      above += step.above
      below += step.below
      story.append("change")
      follow(step)
    }
  }

  private mutating func follow(_ step: LiveStep) {
    (version, total, offset) = (step.window.version, step.window.total, step.window.offset)
    touched = step.touched
  }

  var ids: [Int64] { rows.map { Deals.key($0) } }
}

extension Things {
  /// A record whose name sorts by a number.
  static func ranked(_ id: Int64, at place: Int, kind: String = "a") -> Record {
    let digits = "\(place)"
    let name = String(repeating: "0", count: 6 - digits.count) + digits
    return Record(
      id: .integer(id), values: [.text(name), .number(Double(place)), .text(kind), .absent])
  }
}

extension LiveTable {
  /// Makes the records the copy, as a sync does.
  func change(to records: [Record]) async throws {
    try await store.sync(records)
    hub.changed()
  }
}

/// A live table over a store of its own, on a clock of its own.
func withLiveTable<Result>(
  _ records: [Record], clock: some Clock<Duration> = HastyClock(),
  _ body: (LiveTable) async throws -> Result
) async throws -> Result {
  try await withTrial { trial in
    let dataset = Things.dataset
    let store = try Store(file: trial.folder.appending(path: "things.sqlite"), dataset: dataset)
    if !records.isEmpty { try await store.sync(records) }
    return try await body(
      LiveTable(store: store, epoch: "test", credit: dataset.credit, clock: clock))
  }
}
