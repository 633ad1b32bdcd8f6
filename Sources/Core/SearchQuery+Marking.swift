extension SearchQuery {
  /// The parts of a text by which it matches at a tier, in its UTF-8 bytes as written.
  ///
  /// Empty where the text plays no part in the match. O(text × query)
  public func marks(in utf8: [UInt8], at tier: SearchTier) -> [Range<Int>] {
    let text = FoldedText(utf8)
    switch tier {
    case .exact: return SearchText(utf8).written == written ? whole(text) : []
    case .folded: return text.bytes == folded ? whole(text) : []
    case .prefix:
      return text.bytes.starts(with: folded) && !isEmpty ? [text.written(0..<folded.count)] : []
    case .word, .inside, .typo: return Self.joined(fits(text, tier))
    }
  }

  private func whole(_ text: FoldedText) -> [Range<Int>] {
    text.bytes.isEmpty ? [] : [text.written(0..<text.bytes.count)]
  }

  private func fits(_ text: FoldedText, _ tier: SearchTier) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for range in WordRanges(text.bytes) {
      for word in words {
        guard let fit = word.fit(text.bytes, range, atMost: tier) else { continue }
        ranges.append(text.written(word.place(fit, in: range)))
      }
    }
    return ranges
  }

  /// The same parts, in order, those that touch as one.
  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard let last = joined.last, last.upperBound >= range.lowerBound else {
        joined.append(range)
        continue
      }
      joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    }
    return joined
  }
}

extension SearchWord {
  /// The part of a folded text that it fits.
  fileprivate func place(_ fit: Fit, in range: Range<Int>) -> Range<Int> {
    let start = range.lowerBound
    switch fit {
    case .prefix: return start..<start + bytes.count
    case .inside(let place): return start + place..<start + place + bytes.count
    case .typo(let length): return start..<start + max(length, 1)
    }
  }
}
