/// The letters that a language has beside those of the root order, after CLDR's tailorings.
extension Collation {
  /// The byte after a plain letter's own that makes another letter of it, behind all texts that
  /// begin with the plain one; 0 where the accent makes no letter.
  ///
  /// No byte of UTF-8 is as high, so the letter stands before the next one of the alphabet.
  ///
  /// - Parameters:
  ///   - letter: The letter without its accent, in lowercase.
  ///   - accent: The weight of the accent, see `ACCENT_ORDER` in `Scripts/make-folding-table.py`.
  func mark(of letter: UInt32, with accent: UInt8) -> UInt8 {
    switch self {
    case .root, .ru: 0
    case .pl: Self.polishMark(of: letter, with: accent)
    case .sk: Self.slovakMark(of: letter, with: accent)
    }
  }

  /// The mark of a language's only, or last, letter of its kind.
  static let lastMark: UInt8 = 0xFF

  private static func polishMark(of letter: UInt32, with accent: UInt8) -> UInt8 {
    switch (letter, accent) {
    case (0x7A, Accent.acute): lastMark - 1  // ź, before ż
    case (0x7A, Accent.dotAbove): lastMark
    case (0x63, Accent.acute), (0x6E, Accent.acute), (0x6F, Accent.acute): lastMark  // ć ń ó
    case (0x73, Accent.acute), (0x6C, Accent.stroke): lastMark  // ś ł
    case (0x61, Accent.ogonek), (0x65, Accent.ogonek): lastMark  // ą ę
    default: 0
    }
  }

  private static func slovakMark(of letter: UInt32, with accent: UInt8) -> UInt8 {
    switch (letter, accent) {
    case (0x61, Accent.diaeresis), (0x6F, Accent.circumflex): lastMark  // ä ô
    case (0x63, Accent.caron), (0x72, Accent.caron): lastMark  // č ř
    case (0x73, Accent.caron), (0x7A, Accent.caron): lastMark  // š ž
    default: 0
    }
  }

  /// Whether c and h are one letter.
  var joinsCH: Bool { self == .sk }

  /// The two bytes of a letter that the language puts before all other scripts, else nothing.
  ///
  /// They lie between digits and Latin letters, where no other text has any.
  func leading(_ scalar: UInt32) -> (UInt8, UInt8)? {
    guard self == .ru else { return nil }
    let place: UInt32
    switch scalar {
    case 0x0400..<0x0530: place = scalar - 0x0400
    case 0xA640..<0xA6A0: place = scalar - 0xA640 + 0x140
    default: return nil
    }
    return (0x40 + UInt8(place >> 6), 0x80 | UInt8(place & 0x3F))
  }
}

/// The weights of the accents that make letters.
private enum Accent {
  static let acute: UInt8 = 4
  static let circumflex: UInt8 = 7
  static let caron: UInt8 = 8
  static let diaeresis: UInt8 = 10
  static let dotAbove: UInt8 = 13
  static let stroke: UInt8 = 14
  static let ogonek: UInt8 = 16
}
