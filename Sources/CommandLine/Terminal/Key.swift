/// What a person pressed.
enum Key: Hashable {
  case up, down, pageUp, pageDown, home, end
  case enter, escape, backspace
  /// Control and C.
  case interrupt
  /// Control and Z.
  case suspend
  /// Control and L.
  case redraw
  /// A character that is itself.
  case character(Character)
}

/// Turns what a terminal sends into keys.
enum KeyReader {
  /// The keys in bytes that arrived together.
  ///
  /// An escape that nothing follows is the key; sequences of other keys are passed over.
  static func keys(in bytes: [UInt8]) -> [Key] {
    var (keys, rest) = ([Key](), bytes[...])
    while let byte = rest.first {
      if byte == 0x1B {
        if let key = escaped(&rest) { keys.append(key) }
      } else if byte < 0x20 || byte == 0x7F {
        rest.removeFirst()
        if let key = controlled(byte) { keys.append(key) }
      } else {
        let text = rest.prefix { $0 >= 0x20 && $0 != 0x7F }
        keys += String(decoding: text, as: UTF8.self).map(Key.character)
        rest = rest.dropFirst(text.count)
      }
    }
    return keys
  }

  private static func controlled(_ byte: UInt8) -> Key? {
    switch byte {
    case 0x03, 0x1C: .interrupt
    case 0x08, 0x7F: .backspace
    case 0x0A, 0x0D: .enter
    case 0x0C: .redraw
    case 0x1A: .suspend
    case 0x02: .pageUp  // Control and B, as pagers have it
    case 0x06: .pageDown
    default: nil
    }
  }

  /// Takes an escape sequence: `ESC [ numbers letter`, or `ESC O letter`.
  private static func escaped(_ rest: inout ArraySlice<UInt8>) -> Key? {
    rest.removeFirst()
    guard let introducer = rest.first else { return .escape }
    guard introducer == UInt8(ascii: "[") || introducer == UInt8(ascii: "O") else {
      return .escape
    }
    rest.removeFirst()
    let numbers = rest.prefix { $0 < 0x40 }
    rest = rest.dropFirst(numbers.count)
    guard let last = rest.popFirst() else { return nil }
    return last == UInt8(ascii: "~") ? numbered(numbers) : lettered(last)
  }

  private static func numbered(_ numbers: ArraySlice<UInt8>) -> Key? {
    switch String(decoding: numbers.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self) {
    case "1", "7": .home
    case "4", "8": .end
    case "5": .pageUp
    case "6": .pageDown
    default: nil
    }
  }

  private static func lettered(_ letter: UInt8) -> Key? {
    switch letter {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    default: nil
    }
  }
}
