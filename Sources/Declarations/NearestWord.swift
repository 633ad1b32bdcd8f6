/// Finds the word a person most likely meant.
public enum NearestWord {
  /// The candidate nearest to a word, if it is near enough for a slip.
  ///
  /// That is the one with the fewest edits, and of several the longest: a letter is lost more often
  /// than added. Else it is the only one that a word of three letters or more begins, as `int` begins
  /// `integer`.
  ///
  /// Edits are insertions, deletions, replacements and swaps of neighbours (optimal string
  /// alignment). Cost: O(candidates × length²).
  public static func to(_ word: String, among candidates: some Sequence<String>) -> String? {
    let limit = max(1, word.count / 3)
    let ranked = candidates.map { (edits(word, $0), $0) }.filter { $0.0 <= limit }
    let best = ranked.min { ($0.0, -$0.1.count, $0.1) < ($1.0, -$1.1.count, $1.1) }
    if let best { return best.1 }
    let longer = candidates.filter { $0.lowercased().hasPrefix(word.lowercased()) }
    return word.count >= 3 && longer.count == 1 ? longer.first : nil
  }

  /// " Did you mean X?" with a leading space, or nothing.
  public static func hint(for word: String, among candidates: some Sequence<String>) -> Message {
    to(word, among: candidates).map { " Did you mean \"\($0)\"?" } ?? ""
  }

  static func edits(_ first: String, _ second: String) -> Int {
    let a = Array(first.lowercased())
    let b = Array(second.lowercased())
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
