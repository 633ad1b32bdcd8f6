import AlmanacCore

/// The plainest peer: all words in one sorted array, looked up by halving.
struct SortedArray {
  private let words: [(word: [UInt8], row: Int32)]
  private let rows: Int

  init(_ texts: [[String]]) {
    var words: [(word: [UInt8], row: Int32)] = []
    for (row, texts) in texts.enumerated() {
      for text in texts {
        for word in TextFolding.fold(Array(text.utf8)).split(separator: 0x20) {
          words.append((Array(word), Int32(row)))
        }
      }
    }
    words.sort { $0.word.lexicographicallyPrecedes($1.word) }
    self.words = words
    rows = texts.count
  }

  /// The first rows of which a word begins with a prefix, and how many there are.
  func search(_ prefix: String, limit: Int) -> (rows: [Int32], total: Int) {
    let wanted = TextFolding.fold(Array(prefix.utf8))
    var (low, high) = (0, words.count)
    while low < high {
      let middle = (low + high) / 2
      if words[middle].word.lexicographicallyPrecedes(wanted) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var found = Set<Int32>()
    while low < words.count, words[low].word.starts(with: wanted) {
      found.insert(words[low].row)
      low += 1
    }
    return (Array(found.sorted().prefix(limit)), found.count)
  }
}
