import AlmanacCore
import AlmanacDeclarations

@testable import AlmanacEngine

/// Holds a window that was delivered against the naive table of its version.
struct LiveCheck {
  let naive: NaiveTable
  let disk: NaiveTable
  let events: [LiveHistory.Event]
  let version: Int64

  /// Checks everything that a look says; returns the rows that it is to have.
  func verify(
    _ look: HeldLook, _ request: HeldRequest, _ reader: ModelReader
  ) throws -> [Record] {
    let all = naive.rows(request.spec)
    let start = min(start(look, all, request, reader), all.count)
    let rows = Array(all[start..<min(start + request.limit, all.count)])
    let window = look.window
    try expectEqual(window.version, version, "version of \(request)")
    try expectEqual(window.total, all.count, "total of \(request)")
    try expectEqual(window.offset, start, "offset of \(request)")
    try expectEqual(window.keys.map(RecordID.integer), rows.map(\.id), "keys of \(request)")
    for (seen, row) in zip(delivered(look, after: reader.last), rows) {
      try expectEqual(seen, row, "a row of \(request)")
    }
    try verifyAnchor(look, request, reader, all)
    try verifyNews(look, request, all, start..<start + rows.count)
    return rows
  }

  /// The rows as a live table gives them: from memory, or from disk and what is not on it yet.
  ///
  /// Those of the look before are taken over where they are the same, as for a live reader.
  private func delivered(_ look: HeldLook, after last: ModelReader.Seen?) -> [Record] {
    if look.window.layout.isComplete {
      return look.window.records(naive.dataset, look.kept, from: last?.held)
    }
    let revisions = Revisions(naive.dataset)
    return look.window.keys.compactMap {
      revisions.newest(disk.records[$0], look.uncommitted[$0])
    }
  }

  private func start(
    _ look: HeldLook, _ all: [Record], _ request: HeldRequest, _ reader: ModelReader
  ) -> Int {
    switch request.place {
    case .rank(let rank): return rank
    case .key(let key, let lead, let rank):
      guard let place = all.firstIndex(where: { $0.id == key }) else { return rank }
      return max(place - lead, 0)
    case .place(let held, let lead, let key, let rank):
      if held.labels == look.anchor?.place.labels {
        return max(placesBefore(request, reader, all) - lead, 0)
      }
      guard let place = all.firstIndex(where: { $0.id == key }) else { return rank }
      return max(place - lead, 0)
    }
  }

  /// The rank that an anchor has is that of its record, or of the place that it left.
  private func verifyAnchor(
    _ look: HeldLook, _ request: HeldRequest, _ reader: ModelReader, _ all: [Record]
  ) throws {
    guard let anchor = look.anchor else { return }
    if case .place(let held, _, _, _) = request.place {
      let isText = ["name", "side"].contains(request.spec.term.field)
      if held == anchor.place {
        let before = placesBefore(request, reader, all)
        return try expectEqual(anchor.rank, before, "rank of the place of \(request)")
      }
      try expectEqual(isText, true, "that only texts' labels change, of \(request)")
    }
    let rank = all.firstIndex { $0.id == .integer(anchor.place.entry.row) }
    try expectEqual(anchor.rank, rank, "rank of the anchor of \(request)")
  }

  /// How many rows stand before the place that a reader holds.
  private func placesBefore(
    _ request: HeldRequest, _ reader: ModelReader, _ all: [Record]
  ) -> Int {
    guard let place = reader.last?.anchor?.place else { return 0 }
    let term = request.spec.term
    return all.count { NaiveTable.precedes(naive.place($0, term), place, term) }
  }

  private func verifyNews(
    _ look: HeldLook, _ request: HeldRequest, _ all: [Record], _ range: Range<Int>
  ) throws {
    guard let since = request.since, let touched = look.touched, let arrived = look.arrived
    else { return }
    let happened = events.filter { $0.version > since }
    let keys = Set(happened.map(\.key))
    try expectEqual(
      touched, keys.intersection(look.window.keys), "what is touched of \(request)")
    guard !range.isEmpty else { return }
    let new = Set(happened.filter(\.isNew).map { RecordID.integer($0.key) })
    let above = all[..<range.lowerBound].count { new.contains($0.id) }
    let below = all[range.upperBound...].count { new.contains($0.id) }
    try expectEqual(arrived.above, above, "what arrived above \(request)")
    try expectEqual(arrived.below, below, "what arrived below \(request)")
  }
}
