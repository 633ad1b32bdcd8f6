extension Piece {
  /// The bytes as one JSON value; nothing where they are none.
  init?(wholeJSON text: Bytes) {
    guard var scanner = RecordScanner(text) else { return nil }
    do throws(JSONFlaw) {
      self = try scanner.value()
      try scanner.finish()
    } catch {
      return nil
    }
  }

  /// Whether it is a string that spells an ASCII word.
  @inline(__always)
  func equals(_ word: StaticString) -> Bool {
    bytes.equals(word.utf8Start, count: word.utf8CodeUnitCount)
  }

  /// Hands over each key of an object with its value; nothing for any other piece.
  func forEachMember(_ take: (_ key: Piece, _ value: Piece) -> Void) {
    guard kind == .object, var scanner = RecordScanner(bytes) else { return }
    walk { () throws(JSONFlaw) in
      var more = try scanner.enter(closing: UInt8(ascii: "}"))
      while more {
        let key = try scanner.key()
        take(key, try scanner.value())
        more = try scanner.another(closing: UInt8(ascii: "}"))
      }
    }
  }

  /// The elements of a list; none for any other piece.
  var elements: [Piece] {
    guard kind == .array, var scanner = RecordScanner(bytes) else { return [] }
    var elements: [Piece] = []
    walk { () throws(JSONFlaw) in
      var more = try scanner.enter(closing: UInt8(ascii: "]"))
      while more {
        elements.append(try scanner.value())
        more = try scanner.another(closing: UInt8(ascii: "]"))
      }
    }
    return elements
  }

  /// Reads a piece that has been scanned before, and so has no flaw.
  private func walk(_ read: () throws(JSONFlaw) -> Void) {
    do {
      try read()
    } catch {
      preconditionFailure("A value was scanned as JSON and is none: \(error)")
    }
  }

  /// The value of a key of an object; the last where the key repeats.
  func member(_ name: StaticString) -> Piece {
    var found = Piece.missing
    forEachMember { key, value in
      if key.equals(name) { found = value }
    }
    return found
  }

  /// The bytes of a JSON value, with the quotes of a string.
  var json: Bytes {
    guard kind == .string || kind == .escaped, let base = bytes.baseAddress else { return bytes }
    return Bytes(start: base - 1, count: bytes.count + 2)
  }
}
