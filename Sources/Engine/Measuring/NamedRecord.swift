import AlmanacCore
public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record

/// Which record a person means by a key or a name.
public enum NamedRecord: Sendable {
  /// This one.
  case one(RecordID)
  /// One of these, the best match first; whether there are no more.
  case several([Record], isAll: Bool)
  /// None that is there; perhaps something like it.
  case none(suggestion: String?)
}

extension LiveTable {
  /// The most records that a person is asked to choose among.
  private static let mostCandidates = 12
  /// The longest text that is taken for a name, in bytes.
  private static let longestName = 400

  /// Finds out which record is meant: by its key, by its name as it is written, by its name blind to
  /// case and diacritics, or as the only one that a search finds.
  ///
  /// What only looks like a name, by a slip of the finger, is offered and not taken.
  public func record(named text: String) async throws -> NamedRecord {
    guard text.utf8.count <= Self.longestName else { return .none(suggestion: nil) }
    if let id = id(from: text), try await record(id) != nil { return .one(id) }
    guard isFound else { return .none(suggestion: nil) }
    let found = try await find(text, offset: 0, limit: Self.mostCandidates)
    let records = found.rows.map(\.record)
    if let id = only(records, named: Array(text.utf8)) { return .one(id) }
    guard let first = found.rows.first else { return .none(suggestion: found.suggestion) }
    if found.total == 1, first.tier != .typo { return .one(first.record.id) }
    return .several(records, isAll: found.total == records.count && !found.isAtLeast)
  }

  /// The only one of some records with a name, spelled exactly, else blind to case and diacritics.
  private func only(_ records: [Record], named name: [UInt8]) -> RecordID? {
    let names = records.map { (id: $0.id, name: Array(dataset.plainTitle(of: $0).utf8)) }
    let exact = names.filter { $0.name == name }
    if !exact.isEmpty { return exact.count == 1 ? exact[0].id : nil }
    let folded = TextFolding.fold(name)
    let alike = names.filter { TextFolding.fold($0.name) == folded }
    return alike.count == 1 ? alike[0].id : nil
  }
}
