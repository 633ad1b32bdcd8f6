import AlmanacCore
import AlmanacDeclarations

@testable import AlmanacEngine

/// A subscriber who applies each change to the window before it, is slow at times, and connects anew
/// with the last version.
struct LiveFollower {
  private let stress: LiveStress
  private let spec: LiveOrder.Spec
  private let request: LiveRequest
  private var random: SeededRandom
  private var window: Window?
  private var counts = LiveStress.Counts()

  init(_ stress: LiveStress, seed: UInt64) {
    self.stress = stress
    random = SeededRandom(seed: seed)
    spec = ModelDeals(stress.table.dataset).spec(using: &random)
    var request = LiveRequest(
      query: TableQuery(
        sort: [spec.term], filters: spec.filters, search: spec.search, limit: 12))
    if seed.isMultiple(of: 2) {
      request.anchor = .init(id: .integer(Int64.random(in: 0..<150, using: &random)), lead: 5)
    } else {
      request.query.offset = Int.random(in: 0..<30, using: &random)
    }
    self.request = request
  }

  /// Follows until no more packets come and the last of them is seen.
  consuming func follow() async throws -> LiveStress.Counts {
    while true {
      let subscription = stress.table.subscribe(request, lastVersion: window?.version)
      var iterator = subscription.makeAsyncIterator()
      var rest = Int.random(in: 2..<12, using: &random)
      var silences = 0
      while rest > 0 {
        switch try await iterator.next(within: .milliseconds(200)) {
        case .update(.window(let step)): try take(step.window)
        case .update(.change(let step)): try take(changed(step))
        case .update(.status): continue
        case .silence: silences += 1
        case nil: throw Mismatch("A subscription ended by itself.")
        }
        if try isDone() { return counts }
        if silences > 100 { throw Mismatch("The last version was never told: \(request)") }
        rest -= 1
        if rest.isMultiple(of: 3) { for _ in 0..<100 { await Task.yield() } }
      }
      counts.reconnections += 1
    }
  }

  /// The window after a change, which must be one of the window that is known.
  private func changed(_ step: LiveStep) throws -> Window {
    guard let window, step.since == window.version else {
      throw Mismatch("A change since \(step.since ?? "-"), known is \(window?.version ?? "-").")
    }
    guard let rows = step.change.applied(to: window.rows, id: { $0.id }) else {
      throw Mismatch("A change that does not fit its window.")
    }
    return Window(
      version: step.window.version, total: step.window.total, offset: step.window.offset,
      rows: rows)
  }

  private mutating func take(_ next: Window) throws {
    try stress.verify(next, spec, limit: request.query.limit)
    window = next
    counts.updates += 1
  }

  /// Whether the writer has ended and the window shows its last version.
  private func isDone() throws -> Bool {
    guard stress.timeline.isOver, let window else { return false }
    let all = stress.timeline.newest.rows(spec)
    let start = min(window.offset, all.count)
    let end = min(start + request.query.limit, all.count)
    return window.total == all.count && window.rows == Array(all[start..<end])
  }
}
