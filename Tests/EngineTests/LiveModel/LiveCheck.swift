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
    let start = min(start(all, request, reader), all.count)
    let rows = Array(all[start..<min(start + request.limit, all.count)])
    let window = look.window
    try expectEqual(window.version, version, "version of \(request)")
    try expectEqual(window.total, all.count, "total of \(request)")
    try expectEqual(window.offset, start, "offset of \(request)")
    try expectEqual(window.keys.map(RecordID.integer), rows.map(\.id), "keys of \(request)")
    for (seen, row) in zip(delivered(look), rows) {
      try expectEqual(seen, row, "a row of \(request)")
    }
    try verifyAnchor(look, request, reader, all)
    try verifyNews(look, request, all, start..<start + rows.count)
    return rows
  }

  /// The rows as a live table gives them: from memory, or from disk and what is not on it yet.
  private func delivered(_ look: HeldLook) -> [Record] {
    if look.window.layout.isComplete { return look.window.records(naive.dataset) }
    return look.window.keys.compactMap { look.uncommitted[$0] ?? disk.records[$0] }
  }

  private func start(_ all: [Record], _ request: HeldRequest, _ reader: ModelReader) -> Int {
    switch request.place {
    case .rank(let rank): return rank
    case .key(let key, let lead, let rank):
      guard let place = all.firstIndex(where: { $0.id == key }) else { return rank }
      return max(place - lead, 0)
    case .entry(_, let lead):
      guard let place = reader.last?.anchor?.place else { return 0 }
      let term = request.spec.term
      let before = all.count { NaiveTable.precedes(naive.place($0, term), place, term) }
      return max(before - lead, 0)
    }
  }

  /// The rank that an anchor has is that of its record, or of the place that it left.
  private func verifyAnchor(
    _ look: HeldLook, _ request: HeldRequest, _ reader: ModelReader, _ all: [Record]
  ) throws {
    guard let anchor = look.anchor else { return }
    if case .entry = request.place, let place = reader.last?.anchor?.place {
      let term = request.spec.term
      let before = all.count { NaiveTable.precedes(naive.place($0, term), place, term) }
      return try expectEqual(anchor.rank, before, "rank of the place of \(request)")
    }
    let rank = all.firstIndex { $0.id == .integer(anchor.entry.row) }
    try expectEqual(anchor.rank, rank, "rank of the anchor of \(request)")
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
