public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
import AlmanacStorage

/// Some of a dataset's records, and which copy they are of.
public struct CopyPart: Sendable {
  /// What tells the copy from all others of the dataset, those before a new start included.
  public let copy: String
  /// The records.
  public let window: Window
}

extension LiveTable {
  /// What tells the copy from all others of the dataset.
  ///
  /// Unlike the version that readers see it is the same after a new start: it names the commit and
  /// the moment of the sync that made it. A stream has no such moment.
  ///
  /// Cost: O(1).
  public func copyMark() throws -> String {
    let ended = try keepsChanges ? syncEnds()?.newest.ended : nil
    return "\(try store.size().generation)-\(Int64(clamped: (ended ?? 0) * 1000))"
  }

  /// The records that a query asks for, and which copy they are of.
  ///
  /// Cost: that of a window.
  public func copyPart(_ query: TableQuery) async throws -> CopyPart {
    while true {
      let copy = try copyMark()
      let window = try await window(query)
      if try copyMark() == copy { return CopyPart(copy: copy, window: window) }
      try Task.checkCancellation()
    }
  }
}

extension Dataset {
  /// The order of its list where none is asked for: by section, then as it is declared.
  public var ownOrder: [SortTerm] {
    (sectionField.map { [SortTerm(field: $0)] } ?? []) + list.sort
  }

  /// The sections that a record stands in, its own first.
  public func sections(of record: Record) -> [String] {
    guard let index = list.sections.flatMap(index(of:)) else { return [] }
    return SectionIndex.names(record.values[index])
  }
}
