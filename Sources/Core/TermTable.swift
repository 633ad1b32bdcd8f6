/// Distinct texts in bytewise order, each with the documents that have it.
///
/// The texts that begin alike stand side by side, and so do their documents: all documents of a
/// prefix are one slice.
struct TermTable: Sendable {
  /// The terms, one after another.
  let bytes: [UInt8]
  /// Where each term begins, and where the last one ends.
  let starts: [UInt32]
  /// The documents of each term, one term after another, ascending.
  let postings: [UInt32]
  /// Where each term's documents begin, and where the last one's end.
  let postingStarts: [UInt32]

  /// The number of terms.
  var count: Int { starts.count - 1 }

  /// The place of a term in `bytes`.
  func place(of term: Int) -> Range<Int> { Int(starts[term])..<Int(starts[term + 1]) }

  /// The place of the documents of terms in `postings`; a document may stand there several times.
  func postings(of terms: Range<Int>) -> Range<Int> {
    Int(postingStarts[terms.lowerBound])..<Int(postingStarts[terms.upperBound])
  }

  /// The terms that begin with `prefix`. O(log n)
  func terms(beginningWith prefix: Span<UInt8>) -> Range<Int> {
    let lower = firstTerm { Self.order($0, prefix) >= 0 }
    return lower..<max(lower, firstTerm { Self.order($0, prefix) > 0 })
  }

  /// The first of `terms` that is `term` itself, where it is there.
  func equal(to term: Span<UInt8>, in terms: Range<Int>) -> Int? {
    guard let first = terms.first, place(of: first).count == term.count else { return nil }
    return first
  }

  /// Whether some bytes stand in a term. O(length²)
  func does(_ term: Int, hold part: Span<UInt8>) -> Bool {
    bytes.span.extracting(place(of: term)).place(of: part) != nil
  }

  /// Whether a beginning of a term is one slip away from what was typed. O(length)
  func does(_ term: Int, beginNear typed: Span<UInt8>) -> Bool {
    OneEdit.length(of: bytes.span.extracting(place(of: term)), near: typed) != nil
  }

  /// The first term that meets a condition which all later ones meet too.
  private func firstTerm(where isBehind: (Span<UInt8>) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(bytes.span.extracting(place(of: middle))) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  /// Whether a term sorts before (-1) or after (1) all terms that begin with a prefix, or is one (0).
  private static func order(_ term: Span<UInt8>, _ prefix: Span<UInt8>) -> Int {
    for index in 0..<min(term.count, prefix.count) where term[index] != prefix[index] {
      return term[index] < prefix[index] ? -1 : 1
    }
    return term.count < prefix.count ? -1 : 0
  }
}
