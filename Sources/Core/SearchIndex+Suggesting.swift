extension SearchIndex {
  /// What may have been meant by a query that finds nothing: the same with the nearest words that are
  /// there in place of those that are not. Nothing where no such query finds something.
  ///
  /// Cost: O(words that begin alike or share three letters with a word of the query).
  public func suggestion(for utf8: [UInt8], budget: SearchBudget = SearchBudget()) -> [UInt8]? {
    var budget = budget
    let text = FoldedText(utf8)
    var suggested: [UInt8] = []
    var isNew = false
    for place in WordRanges(text.bytes) {
      if !suggested.isEmpty { suggested.append(UInt8(0x20)) }
      let word = SearchWord(Array(text.bytes[place]))
      if isThere(word, &budget) {
        suggested += utf8[text.written(place)]
      } else if let nearest = nearest(to: word, &budget) {
        suggested += nearest
        isNew = true
      } else {
        return nil
      }
    }
    let total = search(SearchQuery(suggested), limit: 0, budget: budget).total
    return isNew && total > 0 ? suggested : nil
  }

  private func isThere(_ word: SearchWord, _ budget: inout SearchBudget) -> Bool {
    segments.contains { segment in
      var found = SearchBits(below: segment.documents.count)
      WordFits(segment, word, .typo).insert(into: &found, &budget)
      found.formIntersection(segment.present)
      return !found.isEmpty
    }
  }

  private func nearest(to word: SearchWord, _ budget: inout SearchBudget) -> [UInt8]? {
    var best: NearWord?
    for segment in segments {
      guard let near = segment.nearest(to: word, &budget) else { continue }
      if best.map({ near.isNearer(than: $0) }) ?? true { best = near }
    }
    return best?.written
  }
}

/// A word like one that was typed.
struct NearWord {
  let distance: Int
  /// How many documents have it.
  let documents: Int
  let written: [UInt8]

  func isNearer(than other: NearWord) -> Bool {
    (distance, -documents) < (other.distance, -other.documents)
  }
}

extension SearchSegment {
  /// The nearest word, and of several the most frequent.
  fileprivate func nearest(to word: SearchWord, _ budget: inout SearchBudget) -> NearWord? {
    var distance = LetterDistance(word.bytes)
    guard distance.most > 0 else { return nil }
    var best: (term: Int, distance: Int, documents: Int)?
    for term in similar(to: word, &budget) {
      let found = distance.between(words.bytes, in: words.place(of: term))
      guard let found, found <= best?.distance ?? .max else { continue }
      let documents = words.postings(of: term..<term + 1).count
      if let best, (best.distance, -best.documents) <= (found, -documents) { continue }
      if document(having: term) != nil { best = (term, found, documents) }
    }
    guard let best, let written = written(best.term) else { return nil }
    return NearWord(distance: best.distance, documents: best.documents, written: written)
  }

  /// The words that begin with the same letter or share three letters in a row.
  private func similar(to word: SearchWord, _ budget: inout SearchBudget) -> [Int] {
    let letter = word.bytes.indices.dropFirst().first { word.bytes[$0] & 0xC0 != 0x80 }
    let first = Array(word.bytes[..<(letter ?? word.bytes.count)])
    var terms = Array(words.terms(beginningWith: first.span))
    for start in 0..<max(word.bytes.count - 2, 0) {
      let places = trigrams.words(with: TrigramTable.key(word.bytes.span, start))
      terms += places.map { trigrams[$0] }
    }
    return budget.spend(terms.count * SearchBudget.distance) ? terms : []
  }

  /// A document that has a term and has not gone.
  private func document(having term: Int) -> Int? {
    words.postings(of: term..<term + 1).lazy.map { Int(words.postings[$0]) }
      .first { present.contains($0) }
  }

  /// A term as a document writes it.
  private func written(_ term: Int) -> [UInt8]? {
    guard let document = document(having: term) else { return nil }
    let wanted = words.bytes[words.place(of: term)]
    for place in documents.texts(of: document) {
      let text = Array(documents.bytes[place])
      let folded = FoldedText(text)
      for word in WordRanges(folded.bytes) where folded.bytes[word] == wanted {
        return Array(text[folded.written(word)])
      }
    }
    return nil
  }
}
