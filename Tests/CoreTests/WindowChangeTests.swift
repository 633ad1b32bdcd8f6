import Testing

@testable import AlmanacCore

@Suite struct `A change of a window` {
  /// A row with a key and what it shows.
  struct Row: Equatable {
    var key: Int
    var text: Int
  }

  typealias Change = WindowChange<Int, Row>

  @Test func `makes the second window of the first, for random ones`() throws {
    var random = SeededRandom(seed: 1)
    for _ in 0..<5000 {
      let old = Self.window(&random)
      let new = Self.next(after: old, &random)
      let change = Change(from: old, to: new) { $0.key }
      #expect(change.applied(to: old) { $0.key } == new)
      #expect(change.isEmpty == (old == new))
      #expect(Self.naive(change, old) == new)
      let places = change.insertions.map(\.place)
      #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test func `touches only what differs`() {
    let old = (0..<6).map { Row(key: $0, text: 0) }
    var new = old
    new[2].text = 1
    new.insert(Row(key: 9, text: 0), at: 0)
    new.removeLast()
    let change = Change(from: old, to: new) { $0.key }
    #expect(change.removals == [2, 5])
    #expect(change.insertions.map(\.place) == [0, 3])
    #expect(change.insertions.map(\.row.key) == [9, 2])
  }

  @Test func `moves the row that moved, and no other`() {
    let old = (0..<50).map { Row(key: $0, text: 0) }
    var new = old
    new.append(new.remove(at: 3))
    let change = Change(from: old, to: new) { $0.key }
    #expect(change.removals == [3] && change.insertions.map(\.place) == [49])
  }

  @Test func `drops and puts only what slid out and in, both ways`() {
    let all = (0..<60).map { Row(key: $0, text: $0 % 7) }
    for (old, new) in [
      (10..<30, 13..<33), (13..<33, 10..<30), (10..<30, 12..<25), (12..<25, 10..<30),
    ] {
      let change = Change(from: Array(all[old]), to: Array(all[new])) { $0.key }
      #expect(change.removals == old.filter { !new.contains($0) })
      let places = new.enumerated().filter { !old.contains($0.element) }.map(\.offset)
      #expect(change.insertions.map(\.place) == places)
      #expect(change.insertions.map(\.row) == places.map { all[new.lowerBound + $0] })
    }
    let far = Change(from: Array(all[..<20]), to: Array(all[20..<40])) { $0.key }
    #expect(far.removals == Array(0..<20) && far.insertions.map(\.place) == Array(0..<20))
  }

  @Test func `puts a row anew that left at one end and came in at the other`() {
    let old = (0..<6).map { Row(key: $0, text: 0) }
    let change = Change(from: old, to: Array(old[2...]) + [old[0]]) { $0.key }
    #expect(change.removals == [0, 1] && change.insertions == [.init(place: 4, row: old[0])])
  }

  @Test func `is right for windows in which a key stands twice`() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<500 {
      let new = Self.window(&random, keys: 4)
      let old = Self.window(&random, keys: 4).filter { row in new.count { $0.key == row.key } < 2 }
      let change = Change(from: old, to: new) { $0.key }
      #expect(change.applied(to: old) { $0.key } == new)
    }
  }

  @Test func `that does not fit makes nothing`() {
    let change = Change(removals: [], insertions: [.init(place: 5, row: Row(key: 1, text: 0))])
    #expect(change.applied(to: [Row(key: 2, text: 0)]) { $0.key } == nil)
  }

  private static func window(_ random: inout SeededRandom, keys: Int? = nil) -> [Row] {
    let count = Int.random(in: 0...12, using: &random)
    guard keys == nil else {
      return (0..<count).map { _ in
        Row(
          key: .random(in: 0..<(keys ?? 1), using: &random),
          text: .random(in: 0..<2, using: &random))
      }
    }
    return (0..<20).shuffled(using: &random).prefix(count).map {
      Row(key: $0, text: .random(in: 0..<3, using: &random))
    }
  }

  private static func next(after old: [Row], _ random: inout SeededRandom) -> [Row] {
    guard Int.random(in: 0..<3, using: &random) > 0 else { return window(&random) }
    var new = old.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
    if let index = new.indices.randomElement(using: &random) { new[index].text += 1 }
    for _ in 0..<Int.random(in: 0..<3, using: &random) {
      let key = Int.random(in: 20..<40, using: &random)
      guard !new.contains(where: { $0.key == key }) else { continue }
      new.insert(Row(key: key, text: 0), at: .random(in: 0...new.count, using: &random))
    }
    return new
  }

  /// As the description of the wire says it, step by step.
  private static func naive(_ change: Change, _ old: [Row]) -> [Row] {
    var rows = old.filter { !change.removals.contains($0.key) }
    for insertion in change.insertions { rows.insert(insertion.row, at: insertion.place) }
    return rows
  }
}
