/// One query on its way through a segment, from the best tier down.
struct SegmentSearch {
  let segment: SearchSegment
  let query: SearchQuery
  /// The documents of the tier that was looked through last, and of no better one.
  private(set) var fresh: SearchBits
  private var found: SearchBits
  private var scratch: SearchBits

  init(_ segment: SearchSegment, _ query: SearchQuery) {
    self.segment = segment
    self.query = query
    let none = SearchBits(below: segment.documents.count)
    (fresh, found, scratch) = (none, none, none)
  }

  /// Looks through the next tier; returns how many documents it has.
  ///
  /// Cost: O(documents that match a word).
  mutating func find(_ tier: SearchTier, _ budget: inout SearchBudget) -> Int {
    fresh.removeAll()
    switch tier {
    case .exact, .folded: insertEqual(tier, &budget)
    case .prefix: insert(segment.texts, terms: prefixed, &budget)
    case .word: insertWords(.word, &budget)
    case .inside: if query.words.contains(where: { $0.mayBeInside }) { insertWords(tier, &budget) }
    case .typo: if query.words.contains(where: { $0.mayBeMistyped }) { insertWords(tier, &budget) }
    }
    let count = fresh.keep(in: segment.present, butNotIn: found)
    if count > 0 { found.formUnion(fresh) }
    return count
  }

  /// The texts that begin with the query.
  private var prefixed: Range<Int> { segment.texts.terms(beginningWith: query.folded.span) }

  private mutating func insertEqual(_ tier: SearchTier, _ budget: inout SearchBudget) {
    guard let text = segment.texts.equal(to: query.folded.span, in: prefixed) else { return }
    let place = segment.texts.postings(of: text..<text + 1)
    guard budget.spend(place.count) else { return }
    for document in segment.texts.postings[place].lazy.map({ Int($0) })
    where tier == .folded || segment.has(document, written: query.written) {
      fresh.insert(document)
    }
  }

  private mutating func insert(
    _ table: TermTable, terms: Range<Int>, _ budget: inout SearchBudget
  ) {
    let place = table.postings(of: terms)
    if budget.spend(place.count) { fresh.insert(table.postings.span.extracting(place)) }
  }

  /// Inserts the documents in which each word of the query fits some word.
  private mutating func insertWords(_ tier: SearchTier, _ budget: inout SearchBudget) {
    let isOne = query.words.count == 1
    for (index, word) in query.words.enumerated() {
      let fits = WordFits(segment, word, tier, skipsPrefix: isOne && tier != .word)
      if index == 0 {
        fits.insert(into: &fresh, &budget)
      } else {
        scratch.removeAll()
        fits.insert(into: &scratch, &budget)
        fresh.formIntersection(scratch)
      }
      if fresh.isEmpty { return }
    }
  }
}
