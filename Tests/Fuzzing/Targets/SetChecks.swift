@testable import AlmanacCore
@testable import AlmanacDecoding

/// A ranked list of small chunks does what a sorted array does.
func checkRanked(_ bytes: Bytes) {
  var choices = Choices(bytes)
  let shape = choices.byte()
  var list = RankedList(
    chunkCapacity: 2 + Int(shape & 7), blockCapacity: 2 + Int(shape >> 3 & 7))
  var model: [RankedEntry] = []
  var kept: (list: RankedList, model: [RankedEntry])?
  while !choices.isAtEnd {
    change(&list, &model, &choices, &kept)
    list._checkInvariants()
  }
  require(list.entries(in: 0..<list.count) == model, "the list holds what the array holds")
  for (rank, entry) in model.enumerated() {
    require(list.select(rank) == entry && list.rank(of: entry) == rank, "ranks are places")
  }
  guard let kept else { return }
  require(kept.list.entries(in: 0..<kept.list.count) == kept.model, "a copy stays as it was")
}

private func change(
  _ list: inout RankedList, _ model: inout [RankedEntry], _ choices: inout Choices,
  _ kept: inout (list: RankedList, model: [RankedEntry])?
) {
  let action = choices.byte()
  let entry = entry(&choices)
  let rank = model.firstIndex { $0 >= entry } ?? model.count
  let isThere = rank < model.count && model[rank] == entry
  require(list.insertionRank(of: entry) == rank, "an entry would stand at \(rank)")
  require(list.contains(entry) == isThere, "an entry is there or not")
  switch action & 7 {
  case 0, 1, 2, 3:
    require(list.insert(entry) == !isThere, "what is new goes in")
    if !isThere { model.insert(entry, at: rank) }
  case 4, 5:
    require(list.remove(entry) == isThere, "what is there comes out")
    if isThere { model.remove(at: rank) }
  case 6: apply(action >> 3, &list, &model, &choices)
  default: kept = (list, model)
  }
}

private func apply(
  _ count: UInt8, _ list: inout RankedList, _ model: inout [RankedEntry], _ choices: inout Choices
) {
  let removals = (0..<count & 3).map { _ in entry(&choices) }
  let insertions = (0..<count >> 2).map { _ in entry(&choices) }
  let changed = list.apply(removing: removals, inserting: insertions)
  let rest = model.filter { !removals.contains($0) }
  let all = Set(rest + insertions).sorted()
  require(changed.removed == model.count - rest.count, "removals are counted")
  require(changed.inserted == all.count - rest.count, "insertions are counted")
  model = all
}

private func entry(_ choices: inout Choices) -> RankedEntry {
  let byte = choices.byte()
  return RankedEntry(key: UInt64(byte >> 4), row: Int64(byte & 15) - 8)
}

/// A set of whole numbers does what the standard library's does.
func checkIntegers(_ bytes: Bytes) {
  var choices = Choices(bytes)
  var set = IntegerSet(seed: choices.word())
  var model: Set<Int64> = []
  while !choices.isAtEnd {
    let word = choices.word()
    let number = word & 1 == 0 ? Int64(bitPattern: word) : Int64(truncatingIfNeeded: word >> 48)
    require(set.contains(number) == model.contains(number), "\(number) is in it or not")
    require(set.insert(number) == model.insert(number).inserted, "\(number) is new or not")
    require(set.count == model.count, "numbers are counted")
  }
  require(model.allSatisfy(set.contains), "what went in stays")
}
