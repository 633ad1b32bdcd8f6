import AlmanacDeclarations
import AlmanacStorage
import Foundation

@testable import AlmanacEngine

extension Dataset {
  /// A copy with some differences.
  func with(_ change: (inout Dataset) -> Void) -> Dataset {
    var copy = self
    change(&copy)
    return copy
  }
}

/// Runs a live table among many tasks, for the thread sanitizer to watch.
@main enum Stress {
  static func main() async throws {
    let packets = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100
    let folder = FileManager.default.temporaryDirectory.appending(path: "threads-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var counts = LiveStress.Counts()
    for (number, dataset) in ModelDeals.datasets.enumerated() {
      let store = try Store(file: folder.appending(path: "\(number).sqlite"), dataset: dataset)
      let table = try LiveTable(store: store, epoch: "test", credit: dataset.credit)
      counts.add(try await LiveStress(table, packets: packets, seed: UInt64(number * 100)).run())
    }
    print("\(counts.windows) windows, \(counts.updates) updates, \(counts.reconnections) again")
  }
}
