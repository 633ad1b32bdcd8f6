public import Foundation

extension ServerKey {
  /// Reads the key from its file, or makes both once; the file is for its owner's eyes only.
  ///
  /// A file that holds no key is left as it is, since making another would end every subscription
  /// without a word.
  /// - Throws: `KeyFileProblem`.
  public static func kept(in file: URL) throws(KeyFileProblem) -> ServerKey {
    if let key = try stored(in: file) { return key }
    let key = ServerKey()
    do {
      try write(key, to: file)
    } catch {
      throw KeyFileProblem(file: file.path, why: "cannot be written: \(error)")
    }
    return key
  }

  /// Reads the key from its file; nothing where there is none.
  ///
  /// - Throws: `KeyFileProblem`.
  public static func stored(in file: URL) throws(KeyFileProblem) -> ServerKey? {
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    do {
      let text = try String(contentsOf: file, encoding: .utf8)
      let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
      return try ServerKey(raw: Base64URL.bytes(line) ?? [])
    } catch {
      throw KeyFileProblem(file: file.path, why: "holds no key")
    }
  }

  /// The file has its name only when it is whole and durable; one that is there already stays.
  private static func write(_ key: ServerKey, to file: URL) throws {
    try FileManager.default.moveItem(at: writePart(key, beside: file), to: file)
  }

  /// Writes the key to a hidden file, whole and durable.
  private static func writePart(_ key: ServerKey, beside file: URL) throws -> URL {
    let part = file.deletingLastPathComponent().appending(path: ".\(file.lastPathComponent).part")
    if FileManager.default.fileExists(atPath: part.path) {
      try FileManager.default.removeItem(at: part)
    }
    let text = Data((Base64URL.text(key.raw) + "\n").utf8)
    guard
      FileManager.default.createFile(
        atPath: part.path, contents: nil, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
    let handle = try FileHandle(forWritingTo: part)
    try handle.write(contentsOf: text)
    try handle.synchronize()
    try handle.close()
    return part
  }
}

/// Why the server's key cannot be used.
public struct KeyFileProblem: Error, Sendable, CustomStringConvertible {
  /// The file.
  public let file: String
  /// What is wrong with it.
  public let why: String

  /// What happened, and what next.
  public var description: String {
    "The key of notifications \(file) \(why). Put it back from a backup; "
      + "or remove it, and everybody who wants notifications asks for them again."
  }
}
