@testable import AlmanacCore
@testable import AlmanacDecoding

/// An index after any changes finds what every record tells of itself, and marks it.
func checkSearch(_ bytes: Bytes) {
  var choices = Choices(bytes)
  var index = SearchIndex()
  var model: [Int64: (place: UInt64, texts: [[UInt8]])] = [:]
  for _ in 0..<Int(choices.byte() & 7) { change(&index, &model, &choices) }
  require(index.count == model.count, "a row is there once")
  let text = Array(choices.rest.prefix(24))
  let query = SearchQuery(text)
  var tiers: [SearchTier: [Int64]] = [:]
  for (row, record) in model {
    guard let tier = query.tier(of: record.texts.map { SearchText($0) }) else { continue }
    tiers[tier, default: []].append(row)
    checkMarks(query, tier, record.texts)
  }
  let sure = tiers.filter { $0.key != .typo }.reduce(0) { $0 + $1.value.count }
  if sure >= SearchIndex.enough { tiers[.typo] = nil }
  let expected = SearchTier.allCases.flatMap { tier in
    (tiers[tier] ?? []).sorted {
      (model[$0]?.place ?? 0, $0) < (model[$1]?.place ?? 0, $1)
    }.map { SearchHit(row: $0, tier: tier) }
  }
  let found = index.search(query)
  require(found.hits == expected && !found.isPartial, "the index finds what there is")
  require(found.total == expected.count, "what is found is counted")
  checkLess(index, query, text, expected)
}

/// A smaller budget finds a part; a suggestion finds something.
private func checkLess(
  _ index: SearchIndex, _ query: SearchQuery, _ text: [UInt8], _ all: [SearchHit]
) {
  let part = index.search(query, budget: SearchBudget(units: 40))
  require(
    part.hits.allSatisfy { hit in all.contains { $0.row == hit.row } }, "a part is of the whole")
  require(part.isPartial || part.hits == all, "what is left out is told")
  guard all.isEmpty, let suggested = index.suggestion(for: text) else { return }
  require(index.search(SearchQuery(suggested)).total > 0, "a suggestion finds something")
}

private func checkMarks(_ query: SearchQuery, _ tier: SearchTier, _ texts: [[UInt8]]) {
  var isMarked = false
  for text in texts {
    var end = -1
    for mark in query.marks(in: text, at: tier) {
      require(mark.lowerBound > end && mark.upperBound <= text.count, "marks are in the text")
      require(!mark.isEmpty, "a mark is not empty")
      end = mark.upperBound
      isMarked = true
    }
  }
  require(isMarked, "what is found is marked")
}

private func change(
  _ index: inout SearchIndex, _ model: inout [Int64: (place: UInt64, texts: [[UInt8]])],
  _ choices: inout Choices
) {
  let leaving = (0..<choices.byte() & 3).map { _ in Int64(choices.byte() & 15) }
  var arriving = SearchDocuments()
  for row in leaving { model[row] = nil }
  for number in 0..<Int64(choices.byte() & 3) {
    let row = Int64(choices.byte() & 3) * 4 + number
    let place = UInt64(choices.byte() & 3)
    let texts = (0..<choices.byte() & 3).map { _ in
      (0..<choices.byte() & 15).map { _ in choices.byte() }
    }
    arriving.add(row: row, place: place, texts: texts)
    model[row] = (place, texts)
  }
  index.apply(removing: leaving, inserting: arriving)
}
