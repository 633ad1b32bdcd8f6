/// A key or a dataset's id as one part of an address, so that no route is ever meant by it.
///
/// Routes are words of lower-case letters, `-` and `_` (`map`), which may have a suffix behind a dot
/// (`changes.atom`); `.` and `..` are steps. What looks like any of these is written between tildes,
/// `~map~`, and its document is `~map~.json`. A tilde is unreserved (RFC 3986, section 2.3), so it is
/// never percent-encoded. `share/scripts/path-part.js` says the same to browsers.
public enum PathPart {
  /// A record's key as addresses write it, before it is percent-encoded.
  public static func text(ofKey key: String) -> String {
    mayBeMistaken(key) ? enclosed(key) : key
  }

  /// A dataset's id as addresses write it: between tildes where it is a reserved word.
  public static func text(ofDataset id: String) -> String {
    Dataset.reservedDatasetNames.contains(id) ? enclosed(id) : id
  }

  /// A text between tildes, which every key and id may be.
  public static func enclosed(_ text: String) -> String { "~\(text)~" }

  /// What a part of an address means, given without percent-encoding: the text between its tildes,
  /// else the part itself.
  public static func meaning(_ part: String) -> String {
    let bytes = part.utf8
    guard bytes.count > 2, bytes.first == tilde, bytes.last == tilde else { return part }
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Whether a key could be read as something else where it stands alone.
  private static func mayBeMistaken(_ key: String) -> Bool {
    let bytes = key.utf8
    return isWord(bytes) || hasSuffix(bytes) || key == "." || key == ".."
      || (bytes.first == tilde && bytes.last == tilde)
      || key.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  /// Whether it is a word such as routes are: no route has a digit, many keys do.
  private static func isWord(_ bytes: some Collection<UInt8>) -> Bool {
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || $0 == hyphen || $0 == line }
  }

  /// Whether it ends as documents and files do: in a dot and a lower-case word.
  private static func hasSuffix(_ bytes: String.UTF8View) -> Bool {
    guard let dot = bytes.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let suffix = bytes[bytes.index(after: dot)...]
    guard let first = suffix.first, isLetter(first) else { return false }
    return suffix.allSatisfy { isLetter($0) || isDigit($0) || $0 == hyphen || $0 == line }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static let tilde = UInt8(ascii: "~")
  private static let hyphen = UInt8(ascii: "-")
  private static let line = UInt8(ascii: "_")
}
