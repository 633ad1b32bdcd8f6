/// The words that some programs write where JSON has no number: `NaN`, `Infinity`, `-Infinity`.
enum NonNumbers {
  private static let words = ["-Infinity", "Infinity", "NaN"].map { Array($0.utf8) }
  private static let null = Array("null".utf8)

  /// The bytes with `null` for each such word outside of texts, and how many there were; nothing
  /// where there is none.
  ///
  /// Cost: O(bytes).
  static func replaced(in bytes: some Collection<UInt8>) -> (bytes: [UInt8], count: Int)? {
    let all = Array(bytes)
    var (kept, count, at, isText): ([UInt8], Int, Int, Bool) = ([], 0, 0, false)
    kept.reserveCapacity(all.count)
    while at < all.count {
      if !isText, let word = word(at: at, in: all) {
        kept += null
        count += 1
        at += word.count
        continue
      }
      if isText, all[at] == UInt8(ascii: "\\") {
        kept.append(all[at])
        at += 1
      } else if all[at] == UInt8(ascii: "\"") {
        isText.toggle()
      }
      if at < all.count { kept.append(all[at]) }
      at += 1
    }
    return count > 0 ? (kept, count) : nil
  }

  private static func word(at place: Int, in bytes: [UInt8]) -> [UInt8]? {
    words.first { $0[0] == bytes[place] && bytes[place...].starts(with: $0) }
  }
}
