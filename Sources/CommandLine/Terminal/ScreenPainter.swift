/// Brings a terminal from what it shows to what it should show.
struct ScreenPainter {
  let hasColours: Bool
  private var shown: [StyledLine] = []

  init(hasColours: Bool) { self.hasColours = hasColours }

  /// Forgets what is shown, so that all of it is written again.
  mutating func forget() { shown = [] }

  /// The commands that show new lines: only those that differ are written.
  mutating func paint(_ lines: [StyledLine]) -> String {
    var commands = ""
    if shown.count != lines.count {
      commands = "\u{1B}[2J"
      shown = lines.map { _ in StyledLine() }
    }
    for (row, line) in lines.enumerated() where shown[row] != line {
      commands += "\u{1B}[\(row + 1);1H\u{1B}[2K" + line.commands(hasColours: hasColours)
    }
    shown = lines
    return commands
  }
}
