/// How many columns of a terminal a text takes, by the rule of `wcwidth`: scalar by scalar.
enum CellWidth {
  /// The columns of a text without control characters.
  static func of(_ text: some StringProtocol) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.reduce(0) { $0 + of($1) }
  }

  /// The columns of what a reader takes for one character.
  static func of(_ character: Character) -> Int {
    var width = 0
    for scalar in character.unicodeScalars {
      // A narrow sign that is asked to be drawn as a picture.
      width = scalar.value == 0xFE0F && width == 1 ? 2 : width + of(scalar)
    }
    return width
  }

  /// The columns of a scalar: 0 where it joins the one before it, 2 where it is wide.
  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return scalar.value == 0xAD ? 0 : 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if (0x1160...0x11FF).contains(scalar.value) { return 0 }  // vowels inside a Korean syllable
    return isWide(scalar) ? 2 : 1
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation {
      return !(0x1F1E6...0x1F1FF).contains(scalar.value)  // two letters make one flag
    }
    return wide.contains { $0.contains(scalar.value) }
  }

  /// East Asian wide and full-width scalars (Unicode Standard Annex 11), in ranges.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4C6,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265,
    0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}

/// Texts that fit into so many columns.
enum CellText {
  /// A text cut to a width, its end replaced by an ellipsis, or padded to it.
  static func fitted(_ text: String, to width: Int, isFlushRight: Bool = false) -> String {
    let cut = cut(text, to: width)
    let space = String(repeating: " ", count: max(width - CellWidth.of(cut), 0))
    return isFlushRight ? space + cut : cut + space
  }

  /// A text cut to a width between two characters, with an ellipsis for what is left out.
  static func cut(_ text: String, to width: Int) -> String {
    if CellWidth.of(text) <= width { return text }
    guard width > 0 else { return "" }
    var (kept, taken) = ("", 0)
    for character in text {
      taken += CellWidth.of(character)
      if taken > width - 1 { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// A text in one line that commands no terminal and turns no text around.
  static func printable(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isTurning(scalar) { continue }
      if scalar.properties.isWhitespace {
        scalars.append(scalar == "\u{3000}" ? scalar : " ")
      } else {
        scalars.append(scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar)
      }
    }
    return String(scalars)
  }

  /// Marks that change the direction of what follows, beyond their own cell.
  private static func isTurning(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
