import AlmanacDeclarations
import Synchronization

@testable import AlmanacEngine

/// The naive table of every version that a live table had.
final class Timeline: Sendable {
  private struct State {
    var naive: NaiveTable
    var versions: [Int64: NaiveTable]
    var isOver = false
  }

  private let state: Mutex<State>

  init(_ dataset: Dataset, version: Int64) {
    let naive = NaiveTable(dataset)
    state = Mutex(State(naive: naive, versions: [version: naive]))
  }

  /// Gives a packet to a table; nobody is told of its version before it is remembered.
  func receive(_ records: [Record], _ table: LiveTable) -> Int64 {
    state.withLock { state in
      let version = table.receive(records)
      state.naive.apply(records)
      state.versions[version] = state.naive
      return version
    }
  }

  /// Says that no more packets come.
  func end() { state.withLock { $0.isOver = true } }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// The table as it is now.
  var newest: NaiveTable { state.withLock { $0.naive } }

  /// The table of a version.
  func table(at version: String) throws(Mismatch) -> NaiveTable {
    let counter = version.split(separator: "-").last.flatMap { Int64($0) }
    guard let table = state.withLock({ $0.versions[counter ?? -1] }) else {
      throw Mismatch("There was no version \(version).")
    }
    return table
  }
}
