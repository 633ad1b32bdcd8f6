import AlmanacCore

extension KeptTable {
  /// Finds the rows that match a query, the best first.
  ///
  /// Writes how many match, whether the search was ended early, the rows of the window, their tiers,
  /// and what may have been meant where nothing is found.
  func find(_ query: [UInt8], offset: Int, limit: Int, to answer: inout ByteWriter) {
    let found = index.search(SearchQuery(query), offset: offset, limit: limit)
    answer.append(word: found.total)
    answer.append(word: found.isPartial ? 1 : 0)
    answer.append(words: found.hits.map { Int32(truncatingIfNeeded: $0.row) })
    answer.append(text: found.hits.map { UInt8(truncatingIfNeeded: $0.tier.rawValue) })
    let isNothing = found.total == 0 && !found.isPartial
    answer.append(text: isNothing ? index.suggestion(for: query) ?? [] : [])
  }

  /// The texts by which a row matches: those with the most marks first, then as the search names
  /// their fields.
  ///
  /// Writes how many there are, then of each the field, its place among the field's texts, the text,
  /// and the ends of its marks in UTF-16 units.
  func marks(of row: Int, _ query: [UInt8], _ tier: SearchTier, to answer: inout ByteWriter) {
    let query = SearchQuery(query)
    var marked: [(text: SearchedText, ranges: [Range<Int>])] = []
    for text in texts(of: row) {
      let ranges = query.marks(in: text.text, at: tier)
      if !ranges.isEmpty { marked.append((text, ranges)) }
    }
    let order = marked.indices.sorted {
      (marked[$1].ranges.count, $0) < (marked[$0].ranges.count, $1)
    }
    answer.append(word: marked.count)
    for place in order {
      let (text, ranges) = marked[place]
      answer.append(word: text.field)
      answer.append(word: text.index)
      answer.append(text: text.text)
      answer.append(words: Self.utf16Ends(ranges, of: text.text))
    }
  }

  /// The ends of ranges of UTF-8 bytes in UTF-16 units.
  private static func utf16Ends(_ ranges: [Range<Int>], of utf8: [UInt8]) -> [Int32] {
    var ends: [Int32] = []
    var (place, units): (Int, Int32) = (0, 0)
    for range in ranges {
      for end in [range.lowerBound, range.upperBound] {
        while place < end {
          units += utf8[place] & 0xC0 == 0x80 ? 0 : utf8[place] >= 0xF0 ? 2 : 1
          place += 1
        }
        ends.append(units)
      }
    }
    return ends
  }
}
