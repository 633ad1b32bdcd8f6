/// A sort key in the making: letters, then accents, then case, each level ended by a low byte.
struct SortKey {
  private var letters: SpacedText
  /// The weights of each letter's accents, a `nextLetter` between two letters.
  private var accents: [UInt8] = []
  private var cases: [UInt8] = []
  private var hasLetter = false
  private let collation: Collation
  /// The letter before, as long as nothing but what may still join it came since; else 0.
  private var lastLetter: UInt32 = 0

  /// Lower than any byte of a level, so that what ends first comes first.
  private static let levelEnd: UInt8 = 1
  /// Lower than any accent, so that a letter without one comes first.
  private static let nextLetter: UInt8 = 2
  private static let lowercase: UInt8 = 2
  private static let uppercase: UInt8 = 3
  /// Above the space and below the digits.
  private static let symbolMark: UInt32 = 0x21
  private static let c: UInt32 = 0x63
  private static let h: UInt32 = 0x68

  init(in collation: Collation, expecting count: Int) {
    self.collation = collation
    letters = SpacedText(expecting: count)
  }

  /// The key of all that was appended, levels that say nothing left out.
  var bytes: [UInt8] {
    let accents = Self.trimmed(accents, of: Self.nextLetter)
    let cases = Self.trimmed(cases, of: Self.lowercase)
    var key = letters.bytes
    if accents.isEmpty && cases.isEmpty { return key }
    key.append(Self.levelEnd)
    key.append(contentsOf: accents)
    if cases.isEmpty { return key }
    key.append(Self.levelEnd)
    key.append(contentsOf: cases)
    return key
  }

  mutating func append(_ folded: FoldedScalar) {
    switch folded.text {
    case .nothing:
      appendAccents(of: folded)
      if folded.accents == 0 { lastLetter = 0 }  // what is invisible keeps letters apart
    case .space:
      letters.append(SpacedText.space)
      lastLetter = 0
    case .scalar(let scalar):
      appendLetter(scalar, isUppercase: folded.isUppercase)
      appendAccents(of: folded)
    case .several(let first, let second, let third):
      appendLetter(first, isUppercase: folded.isUppercase)
      appendAccents(of: folded)
      appendLetter(second, isUppercase: folded.isUppercase)
      if third != 0 { appendLetter(third, isUppercase: folded.isUppercase) }
    }
  }

  private mutating func appendLetter(_ scalar: UInt32, isUppercase: Bool) {
    if Self.isSymbol(scalar) { letters.append(Self.symbolMark) }
    if collation.joinsCH, scalar == Self.h, lastLetter == Self.c {
      letters.replaceLast(with: UInt8(Self.h), Collation.lastMark)
    } else if let (first, second) = collation.leading(scalar) {
      letters.append(first, second)
    } else {
      letters.append(scalar)
    }
    lastLetter = scalar == SpacedText.space ? 0 : scalar
    guard scalar != SpacedText.space else { return }
    if hasLetter { accents.append(Self.nextLetter) }
    hasLetter = true
    cases.append(isUppercase ? Self.uppercase : Self.lowercase)
  }

  /// Gives the last letter the accents of `folded`; accents before any letter are left out.
  private mutating func appendAccents(of folded: FoldedScalar) {
    guard folded.accents != 0, hasLetter else { return }
    for index in folded.accents * 3..<folded.accents * 3 + 3 {
      let weight = FoldingTable.accentSequences[index]
      if weight != 0 { appendAccent(weight) }
    }
  }

  /// Makes the last letter one of the language's own, or gives it an accent.
  private mutating func appendAccent(_ weight: UInt8) {
    let mark = lastLetter == 0 ? 0 : collation.mark(of: lastLetter, with: weight)
    lastLetter = 0
    if mark != 0 { letters.append(mark: mark) } else { accents.append(weight) }
  }

  private static func trimmed(_ level: [UInt8], of weight: UInt8) -> ArraySlice<UInt8> {
    var end = level.count
    while end > 0, level[end - 1] == weight { end -= 1 }
    return level[..<end]
  }

  /// Whether folding leaves `scalar` but it is neither letter nor digit.
  private static func isSymbol(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0xA9, 0xAB...0xB4, 0xB6...0xB9, 0xBB...0xBF,
      0xD7, 0xF7, 0x2000...0x2BFF, 0x3000...0x3004, 0xFFFD, 0x1_F000...0x1_FAFF:
      true
    default:
      false
    }
  }
}
