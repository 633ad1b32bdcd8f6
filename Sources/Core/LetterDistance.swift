/// How many slips of the finger lie between a typed word and others.
///
/// The optimal string alignment distance, a diagonal band of it: a letter more, fewer, another one, or
/// two neighbours swapped.
struct LetterDistance {
  private let typed: [UInt32]
  /// The most slips that are of interest.
  let most: Int
  private var letters: [UInt32] = []
  private var rows: (before: [Int], last: [Int], next: [Int]) = ([], [], [])

  /// Prepares to compare with a word; one slip is of interest from three letters, two from six.
  init(_ typed: [UInt8]) {
    self.typed = UTF8Scalars(typed).map { $0.value }
    most = min(self.typed.count / 3, 2)
  }

  /// The distance to a part of a text; nothing where it is more than `most`. O(length × most)
  mutating func between(_ text: [UInt8], in part: Range<Int>) -> Int? {
    letters.removeAll(keepingCapacity: true)
    for scalar in UTF8Scalars(text, in: part) { letters.append(scalar.value) }
    guard letters.count <= typed.count + most, typed.count <= letters.count + most else {
      return nil
    }
    rows.before = [Int](repeating: most + 1, count: letters.count + 1)
    rows.last = Array(0...letters.count)
    for row in typed.indices {
      rows.next = [Int](repeating: most + 1, count: letters.count + 1)
      if row < most { rows.next[0] = row + 1 }
      fill(row)
      (rows.before, rows.last, rows.next) = (rows.last, rows.next, rows.before)
      if rows.last.allSatisfy({ $0 > most }) { return nil }
    }
    return rows.last[letters.count] <= most ? rows.last[letters.count] : nil
  }

  private mutating func fill(_ row: Int) {
    let band = max(row - most, 0)..<max(min(row + most + 1, letters.count), max(row - most, 0))
    for column in band {
      let cost = typed[row] == letters[column] ? 0 : 1
      var least = min(rows.last[column] + cost, rows.last[column + 1] + 1, rows.next[column] + 1)
      if row > 0, column > 0, typed[row] == letters[column - 1], typed[row - 1] == letters[column] {
        least = min(least, rows.before[column - 1] + 1)
      }
      rows.next[column + 1] = least
    }
  }
}
