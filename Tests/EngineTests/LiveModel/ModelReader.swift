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
    /// The place that is held, as the naive table tells it.
    let anchor: (entry: RankedEntry, place: NaiveTable.Place)?
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
    case (1...2, let anchor?): place = .entry(anchor.entry, lead: lead)
    default:
      let key = naive.records.keys.sorted().randomElement(using: &random) ?? 0
      place = .key(.integer(key), lead: lead, else: rank)
    }
    let isFollowing = Int.random(in: 0..<4, using: &random) > 0
    return HeldRequest(
      spec: spec, place: place, limit: limit, isWatched: isFollowing,
      since: isFollowing ? last?.version : nil)
  }

  /// Notes what was delivered.
  mutating func note(
    _ look: HeldLook, _ rows: [Record], _ request: HeldRequest, _ naive: NaiveTable
  ) {
    var anchor: (RankedEntry, NaiveTable.Place)?
    if let entry = look.anchor?.entry {
      if case .entry = request.place { anchor = last?.anchor }
      let place = rows.first { $0.id == .integer(entry.row) }
      if let place, anchor == nil {
        anchor = (entry, naive.place(place, spec.term))
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
