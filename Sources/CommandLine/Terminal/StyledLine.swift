/// How a piece of text looks.
struct TextStyle: OptionSet, Hashable {
  let rawValue: Int

  static let bold = TextStyle(rawValue: 1)
  static let faint = TextStyle(rawValue: 2)
  static let reverse = TextStyle(rawValue: 4)
  static let underline = TextStyle(rawValue: 8)
  /// Green, where colours are welcome.
  static let rise = TextStyle(rawValue: 16)
  /// Red, where colours are welcome.
  static let fall = TextStyle(rawValue: 32)

  /// The command that begins this style; empty for plain text.
  func command(hasColours: Bool) -> String {
    let codes: [(TextStyle, Int)] = [
      (.bold, 1), (.faint, 2), (.underline, 4), (.reverse, 7), (.fall, 31), (.rise, 32),
    ]
    let wanted = codes.filter { contains($0.0) && (hasColours || $0.1 < 30) }.map { "\($0.1)" }
    return wanted.isEmpty ? "" : "\u{1B}[\(wanted.joined(separator: ";"))m"
  }
}

/// One line of a screen: pieces of text, each with its style.
struct StyledLine: Hashable {
  /// A piece of text.
  struct Piece: Hashable {
    var text: String
    var style: TextStyle
  }

  private(set) var pieces: [Piece] = []
  /// How many columns it takes.
  private(set) var width = 0

  init() {}

  init(_ text: String, _ style: TextStyle = []) { add(text, style) }

  mutating func add(_ text: String, _ style: TextStyle = []) {
    width += CellWidth.of(text)
    if pieces.last?.style == style {
      pieces[pieces.count - 1].text += text
    } else {
      pieces.append(Piece(text: text, style: style))
    }
  }

  /// What a terminal is sent for it.
  ///
  /// After a piece whose width terminals may see differently, the cursor is put where it belongs.
  func commands(hasColours: Bool) -> String {
    var (text, column) = ("", 1)
    for piece in pieces {
      let begin = piece.style.command(hasColours: hasColours)
      text += begin + piece.text + (begin.isEmpty ? "" : "\u{1B}[0m")
      column += CellWidth.of(piece.text)
      if piece.text.unicodeScalars.contains(where: { $0.value > 0x2FFF }) {
        text += "\u{1B}[\(column)G"
      }
    }
    return text
  }
}
