import GRDB

/// Names of values beyond the declaration whose coming or going is no change of a record.
public struct UndeclaredNames: Sendable, Hashable {
  /// Names that are new upstream, or are over again: their values are written without a change.
  private let passing: [String]
  /// Names that no record of the answer has any more: the earlier values stay.
  private let gone: [String]

  /// The most names of each kind; of more, the first by name.
  static let most = 200

  /// Makes names; those that a path of SQLite cannot write are left out, and so count as changes.
  public init(passing: Set<String> = [], gone: Set<String> = []) {
    self.passing = Self.writable(passing)
    self.gone = Self.writable(gone)
  }

  private static func writable(_ names: Set<String>) -> [String] {
    let sound = names.filter { name in
      name.utf8.count < 256 && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    }
    return Array(sound.sorted().prefix(most))
  }

  /// A condition that holds when two aliased tables differ in what is beyond the declaration.
  func difference(_ first: String, _ second: String) -> String {
    differs(first, second, but: passing + gone)
  }

  private func differs(_ first: String, _ second: String, but names: [String]) -> String {
    names.isEmpty
      ? "\(first)._extra IS NOT \(second)._extra"
      : "\(Self.without(names, first)) IS NOT \(Self.without(names, second))"
  }

  /// What a table has beyond the declaration, but for some names; nothing where no other is left.
  private static func without(_ names: [String], _ alias: String) -> String {
    let paths = names.map { "'$.\"\($0.replacing("'", with: "''"))\"'" }
    // SQLite's functions take a hundred arguments at least, and so several of them are nested.
    let removed = stride(from: 0, to: paths.count, by: 50).reduce("\(alias)._extra") {
      json, start in
      "json_remove(\(json), \(paths[start..<min(start + 50, paths.count)].joined(separator: ", ")))"
    }
    return "nullif(json(\(removed)), '{}')"
  }

  /// Writes the values that are new, or over again, once all changes are written.
  func update(_ database: Database) throws {
    if passing.isEmpty { return }
    try database.execute(
      sql: """
        UPDATE record SET _extra = s._extra FROM temp.staging s
        WHERE s.id = record.id AND \(differs("record", "s", but: gone))
        """)
  }
}
