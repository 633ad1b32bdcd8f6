extension WatchView {
  /// What a key asks of who owns the screen.
  enum Wish: Equatable {
    case nothing
    case quit
    case suspend
    case redraw
  }

  /// Does what a key says.
  mutating func press(_ key: Key) -> Wish {
    switch key {
    case .interrupt: return .quit
    case .suspend: return .suspend
    case .redraw: return .redraw
    default: break
    }
    if let prompt, edit(prompt, key) { return .nothing }
    if case .character(let character) = key { return press(character) }
    navigate(key)
    return .nothing
  }

  /// Edits the number of a row; says whether the key was for that.
  private mutating func edit(_ text: String, _ key: Key) -> Bool {
    switch key {
    case .enter: goToTyped()
    case .escape: type(nil)
    case .backspace: type(text.isEmpty ? nil : String(text.dropLast()))
    case .character(let character):
      if character.isASCII, character.isNumber, text.count < 12 { type(text + String(character)) }
    default:
      type(nil)
      return false
    }
    return true
  }

  private mutating func navigate(_ key: Key) {
    switch key {
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .pageUp: move(by: -page)
    case .pageDown: move(by: page)
    case .home: goToTop()
    case .end: go(to: window.map { $0.total - capacity } ?? 0)
    default: break
    }
  }

  /// A screen but one row, so that the eye keeps a hold.
  private var page: Int { max(capacity - 1, 1) }

  private mutating func press(_ character: Character) -> Wish {
    switch character {
    case "q", "Q": return .quit
    case "j": move(by: 1)
    case "k": move(by: -1)
    case " ": move(by: page)
    case "b": move(by: -page)
    case "g": goToTop()
    case "G": navigate(.end)
    case "s": sortByNext()
    case "r": reverse()
    case "p": pause()
    case ":": type("")
    case "1"..."9": type(String(character))
    default: break
    }
    return .nothing
  }
}
