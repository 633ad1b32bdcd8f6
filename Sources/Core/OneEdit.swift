/// One slip of the finger: a letter too many, too few, another one, or two swapped.
///
/// The optimal string alignment distance of 1, which Damerau found to cover most misspellings
/// ("A technique for computer detection and correction of spelling errors", 1964).
enum OneEdit {
  /// The length of a beginning of `word` that is one slip away from `typed`; nothing where none is,
  /// or where `typed` itself begins the word.
  ///
  /// The first byte that differs tells where the slip must be. O(length)
  static func length(of word: Span<UInt8>, near typed: Span<UInt8>) -> Int? {
    var place = 0
    while place < typed.count, place < word.count, typed[place] == word[place] { place += 1 }
    guard place < typed.count else { return nil }
    while place > 0, typed[place] & 0xC0 == 0x80 { place -= 1 }
    let extra = place + letter(typed, place)
    if place < word.count {
      let other = place + letter(word, place)
      if let length = swapped(typed, word, place, extra, other) { return length }
      if fits(typed, extra, word, other) { return other + typed.count - extra }
      if fits(typed, place, word, other) { return other + typed.count - place }
    }
    return fits(typed, extra, word, place) ? place + typed.count - extra : nil
  }

  /// Whether what follows in `typed` is what follows in `word`.
  private static func fits(
    _ typed: Span<UInt8>, _ start: Int, _ word: Span<UInt8>, _ place: Int
  ) -> Bool {
    word.holds(typed.extracting(start..<typed.count), at: place)
  }

  private static func swapped(
    _ typed: Span<UInt8>, _ word: Span<UInt8>, _ place: Int, _ extra: Int, _ other: Int
  ) -> Int? {
    guard extra < typed.count, other < word.count else { return nil }
    let end = extra + letter(typed, extra)
    let first = typed.extracting(place..<extra)
    let second = typed.extracting(extra..<end)
    guard word.holds(second, at: place), word.holds(first, at: place + second.count),
      fits(typed, end, word, end)
    else { return nil }
    return typed.count
  }

  /// The number of bytes of the letter at a place.
  private static func letter(_ text: Span<UInt8>, _ place: Int) -> Int {
    switch text[place] {
    case ..<0xC0: 1
    case ..<0xE0: min(2, text.count - place)
    case ..<0xF0: min(3, text.count - place)
    default: min(4, text.count - place)
    }
  }
}
