import GRDB

/// Decides whether records may give way to an answer: every way of replacing records passes here,
/// within the transaction that would replace them.
///
/// What it needs to know it reads from the file itself, so that no caller can spare it the question.
struct SyncBrake {
  let kind: SyncKind
  /// The share of the copy's records, 0...1, that must stay.
  let floor: Double
  /// As how few records a person accepted; nothing where nobody was asked.
  let accepted: Int?
  /// How many records there are, counted.
  let count: Int
  /// How many there should be: damage that took records does not lower the floor.
  let expected: Int
  /// Where the records came from.
  let origin: SyncState.Origin

  init(
    _ kind: SyncKind, floor: Double, accepted: Int?, _ database: Database
  ) throws {
    (self.kind, self.floor, self.accepted) = (kind, floor, accepted)
    let stored = try Store.state(database)
    count =
      kind == .incremental
      ? try Store.size(database).count
      : try Int.fetchOne(database, sql: "SELECT count(*) FROM record") ?? 0
    expected = max(count, stored.repair?.expected ?? 0)
    origin = stored.origin
  }

  /// Whether the records are no earlier state of the upstream's: an answer takes their place whole.
  var isReplacing: Bool {
    kind != .snapshot && (origin == .snapshot || origin == .simulator)
  }

  /// What to tell where the copy must stay as it is; nothing where the answer may take its place.
  ///
  /// No records at all are never a better copy than some, whosever those are. A snapshot fills an
  /// empty copy or takes the place of an earlier snapshot, and of nothing else.
  ///
  /// - Parameters:
  ///   - staying: How many of the copy's records would stay.
  ///   - answered: How many records the answer has; where damage took records, as many as there
  ///     were are expected.
  func outcome(staying: Int, answered: Int) -> ApplyOutcome? {
    guard kind != .incremental, count > 0 else { return nil }
    if isReplacing { return holds(answered, of: 1) ? .held(was: count, wouldBe: answered) : nil }
    if holds(staying, of: count) || (kind == .snapshot && origin != .snapshot) {
      return .held(was: count, wouldBe: staying)
    }
    return holds(answered, of: expected) ? .held(was: expected, wouldBe: answered) : nil
  }

  private func holds(_ staying: Int, of was: Int) -> Bool {
    guard floor > 0 else { return false }
    if let accepted, staying >= accepted { return false }
    return staying == 0 || Double(staying) < floor * Double(was)
  }
}
