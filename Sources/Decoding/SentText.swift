/// What a record holds beyond its declaration, by its keys, as it was sent.
public struct SentText {
  private let bytes: [UInt8]

  /// Takes the JSON object of a record's `extra`.
  public init(_ extra: String) { bytes = Array(extra.utf8) }

  /// A text without its quotes, or another value as JSON; nothing where there is none.
  ///
  /// Cost: O(length).
  public subscript(_ key: String) -> String? {
    bytes.withUnsafeBufferPointer { all in
      let (scratch, name) = (Scratch(), Array(key.utf8))
      var found: String?
      Piece(wholeJSON: all)?.forEachMember { key, value in
        guard scratch.plain(key).elementsEqual(name), value.kind != .null else { return }
        found = value.isText ? scratch.text(value) : value.bytes.text
      }
      return found
    }
  }
}
