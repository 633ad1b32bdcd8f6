import AlmanacWebsite

/// A QR code in a terminal: two modules to a character, dark on light whatever the terminal's own
/// colours are.
struct QRDrawing {
  private let code: QRCode

  init(_ code: QRCode) { self.code = code }

  /// The lines, each in black on white and ended with the terminal's own colours.
  var text: String {
    characters.map { "\u{1B}[38;5;16;48;5;231m\($0)\u{1B}[0m" }.joined(separator: "\n")
  }

  /// The characters alone, with the quiet zone.
  var characters: [String] {
    let rows = padded
    return stride(from: 0, to: rows.count, by: 2).map { top in
      let upper = rows[top]
      let lower = top + 1 < rows.count ? rows[top + 1] : upper.map { _ in false }
      return String(zip(upper, lower).map(Self.character))
    }
  }

  private var padded: [[Bool]] {
    let margin = [Bool](repeating: false, count: QRCode.quiet)
    let empty = [[Bool]](
      repeating: [Bool](repeating: false, count: code.side), count: QRCode.quiet)
    return empty + code.rows.map { margin + $0 + margin } + empty
  }

  private static func character(_ upper: Bool, _ lower: Bool) -> Character {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }
}
