import AlmanacCore
import AlmanacDeclarations

@testable import AlmanacEngine

/// One reader of a history: which window it watches, and what it saw last.
struct ModelReader {
  private(set) var spec: LiveOrder.Spec
  private(set) var last: Seen?

  /// A window that was delivered, and the rows it was checked to have.
  struct Seen {
    let look: HeldLook
    let rows: [Record]
    let version: Int64

    /// The rows as a live reader keeps them for the next look.
    var held: HeldRecords? {
      look.window.layout.isComplete ? HeldRecords(look.window, rows) : nil
    }

    /// The place that is held, as the naive table tells it.
    let anchor: (held: HeldPlace, place: NaiveTable.Place)?
  }

  init(_ spec: LiveOrder.Spec) { self.spec = spec }

  /// Sorts, filters or searches otherwise.
  mutating func turn(to spec: LiveOrder.Spec) { (self.spec, last) = (spec, nil) }

  /// Moves the window, follows a place, or connects anew.
  func request(
    _ naive: NaiveTable, using random: inout some RandomNumberGenerator
  ) -> HeldRequest {
    let limit = Int.random(in: 1...12, using: &random)
    let lead = Int.random(in: 0..<limit, using: &random)
    let rank = Int.random(in: 0...(naive.records.count + 2), using: &random)
    let place: HeldRequest.Place
    switch (Int.random(in: 0..<4, using: &random), last?.anchor) {
    case (0, _): place = .rank(rank)
    case (1...2, let anchor?):
      let key = RecordID.integer(anchor.held.entry.row)
      place = .place(anchor.held, lead: lead, key: key, else: rank)
    default:
      let key = naive.records.keys.sorted().randomElement(using: &random) ?? 0
      place = .key(.integer(key), lead: lead, else: rank)
    }
    let isFollowing = Int.random(in: 0..<4, using: &random) > 0
    return HeldRequest(
      spec: spec, place: place, limit: limit, isWatched: isFollowing,
      since: isFollowing ? last?.version : nil,
      earlier: last?.held)
  }

  /// Notes what was delivered.
  mutating func note(
    _ look: HeldLook, _ rows: [Record], _ request: HeldRequest, _ naive: NaiveTable
  ) {
    var anchor: (HeldPlace, NaiveTable.Place)?
    if let held = look.anchor?.place {
      if let last = last?.anchor, last.held == held { anchor = last }
      if anchor == nil, let record = rows.first(where: { $0.id == .integer(held.entry.row) }) {
        anchor = (held, naive.place(record, spec.term))
      }
    }
    last = Seen(look: look, rows: rows, version: look.window.version, anchor: anchor)
  }

  /// What was delivered is still what it was, whatever came since.
  func verifyAgain(_ dataset: Dataset) throws {
    guard let last, last.look.window.layout.isComplete else { return }
    try expectEqual(last.look.window.records(dataset), last.rows, "a window that was kept")
  }
}
