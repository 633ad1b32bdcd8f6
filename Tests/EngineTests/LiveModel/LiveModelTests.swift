import Foundation
import Testing

@testable import AlmanacEngine

@Suite struct `Windows of a stream in memory` {
  /// How many histories are played; `make soak` plays ten times as many.
  static let count = number("MODEL_HISTORIES") ?? 1000
  static let seed = number("MODEL_SEED") ?? 1

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init)
  }

  @Test func `are a naive sort of the same version in every random history`() async {
    var total = LiveHistory.Counts()
    let shares = 4
    await withTaskGroup(of: LiveHistory.Counts.self) { group in
      for share in 0..<shares {
        group.addTask {
          var counts = LiveHistory.Counts()
          for number in stride(from: share, to: Self.count, by: shares) {
            Self.play(UInt64(Self.seed &* 1_000_003 &+ number), &counts)
          }
          return counts
        }
      }
      for await counts in group { total.add(counts) }
    }
    print("model.histories \(Self.count)  seed \(Self.seed)  \(total)")
    #expect(total.looks > Self.count * 3 && total.tellings > Self.count / 4)
    #expect(total.loads > Self.count / 2 && total.builds > Self.count)
    #expect(total.removals > 0 && total.drops > 0 && total.relabelings > 0)
  }

  private static func play(_ seed: UInt64, _ counts: inout LiveHistory.Counts) {
    var history = LiveHistory(seed: seed)
    do {
      try history.run(steps: 90)
    } catch {
      Issue.record("History \(seed): \(error)")
    }
    counts.add(history.counts)
  }
}

extension LiveHistory.Counts {
  mutating func add(_ other: Self) {
    looks += other.looks
    packets += other.packets
    loads += other.loads
    builds += other.builds
    drops += other.drops
    removals += other.removals
    tellings += other.tellings
    relabelings += other.relabelings
  }
}
