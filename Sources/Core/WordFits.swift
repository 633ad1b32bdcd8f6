/// The words of a segment that a word of a query fits, up to a tier.
struct WordFits {
  private let segment: SearchSegment
  private let word: SearchWord
  private let tier: SearchTier
  /// The words it begins.
  private let prefixed: Range<Int>
  private let skipsPrefix: Bool

  init(_ segment: SearchSegment, _ word: SearchWord, _ tier: SearchTier, skipsPrefix: Bool = false)
  {
    self.segment = segment
    self.word = word
    self.tier = tier
    self.skipsPrefix = skipsPrefix
    prefixed = segment.words.terms(beginningWith: word.bytes.span)
  }

  /// Inserts the documents of the words.
  func insert(into documents: inout SearchBits, _ budget: inout SearchBudget) {
    if !skipsPrefix { insert(prefixed, into: &documents, &budget) }
    if tier >= .inside, word.mayBeInside {
      for other in inside(&budget) { insert(other..<other + 1, into: &documents, &budget) }
    }
    if tier >= .typo, word.mayBeMistyped {
      for other in mistyped(&budget) { insert(other..<other + 1, into: &documents, &budget) }
    }
  }

  private func insert(
    _ words: Range<Int>, into documents: inout SearchBits, _ budget: inout SearchBudget
  ) {
    let place = segment.words.postings(of: words)
    if budget.spend(place.count) {
      documents.insert(segment.words.postings.span.extracting(place))
    }
  }

  /// The words it stands in, but not at the beginning.
  private func inside(_ budget: inout SearchBudget) -> [Int] {
    segment.words(holding: word.bytes.span, &budget).filter {
      !prefixed.contains($0) && segment.words.does($0, hold: word.bytes.span)
    }
  }

  /// The words of which a beginning is one slip away.
  ///
  /// The slip is in the first half of what was typed, so that the second half is intact; or in the
  /// second; or it swaps the last letter of the first with the first of the second.
  private func mistyped(_ budget: inout SearchBudget) -> [Int] {
    let halves = MistypedHalves(word.bytes)
    var candidates = segment.words(holding: halves.second.span, &budget)
    for beginning in [halves.first, halves.swapped] {
      let words = segment.words.terms(beginningWith: beginning.span)
      if budget.spend(words.count * SearchBudget.comparison) { candidates += words }
    }
    return candidates.filter {
      !prefixed.contains($0) && segment.words.does($0, beginNear: word.bytes.span)
    }
  }
}

extension SearchSegment {
  /// Words among which are all that hold some bytes, of which there are three or more.
  fileprivate func words(holding bytes: Span<UInt8>, _ budget: inout SearchBudget) -> [Int] {
    let places = trigrams.candidates(holding: bytes)
    let cost = places.count * SearchBudget.comparison
    return budget.spend(cost) ? places.map { trigrams[$0] } : []
  }
}

/// A typed word in halves, between letters.
struct MistypedHalves {
  let first: [UInt8]
  let second: [UInt8]
  /// The first half and a letter more, where the letters at the border were swapped.
  let swapped: [UInt8]

  init(_ typed: [UInt8]) {
    let letters = typed.indices.filter { typed[$0] & 0xC0 != 0x80 } + [typed.count]
    let middle = (letters.count - 1) / 2
    first = Array(typed[..<letters[middle]])
    second = Array(typed[letters[middle]...])
    var swapped = Array(typed[..<letters[middle - 1]])
    swapped += typed[letters[middle]..<letters[middle + 1]]
    swapped += typed[letters[middle - 1]..<letters[middle]]
    self.swapped = swapped
  }
}
