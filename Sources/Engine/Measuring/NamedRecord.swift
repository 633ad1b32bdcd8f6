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

  /// Finds out which record is meant: by its key, by its name as it is written, by its name blind to
  /// case and diacritics, or as the only one that a search finds.
  public func record(named text: String) async throws -> NamedRecord {
    if let id = id(from: text), try await record(id) != nil { return .one(id) }
    guard !dataset.search.isEmpty else { return .none(suggestion: nil) }
    let found = try await window(TableQuery(search: text, limit: Self.mostCandidates))
    if let id = only(found.rows, named: Array(text.utf8)) { return .one(id) }
    if found.total == 1, let row = found.rows.first { return .one(row.id) }
    guard !found.rows.isEmpty else { return .none(suggestion: nil) }
    return .several(found.rows, isAll: found.total == found.rows.count)
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
