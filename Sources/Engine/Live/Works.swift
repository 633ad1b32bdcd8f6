import Synchronization

/// Long works of which one of a kind runs at a time, while others wait for it to end.
final class Works: Sendable {
  /// A kind of work.
  enum Kind: Sendable, Hashable {
    /// All records are read into memory.
    case load
    /// All places are indexed.
    case places
    /// The sections of all rows are read.
    case sections
    /// All texts are indexed.
    case index
    /// An order is ranked.
    case order(LiveOrder.Spec)
  }

  private let waiting = Mutex<[Kind: [CheckedContinuation<Void, Never>]]>([:])

  /// Does a work, or waits until another has done the same.
  ///
  /// Who waited looks again whether it was done well.
  func once(_ kind: Kind, _ body: () async throws -> Void) async throws {
    if waiting.withLock({ claim(kind, &$0) }) {
      defer { end(kind) }
      try await body()
    } else {
      await withCheckedContinuation { continuation in
        let isOver = waiting.withLock { waiting in
          waiting[kind]?.append(continuation)
          return waiting[kind] == nil
        }
        if isOver { continuation.resume() }
      }
    }
  }

  private func claim(
    _ kind: Kind, _ waiting: inout [Kind: [CheckedContinuation<Void, Never>]]
  ) -> Bool {
    if waiting[kind] != nil { return false }
    waiting[kind] = []
    return true
  }

  private func end(_ kind: Kind) {
    let ended = waiting.withLock { $0.removeValue(forKey: kind) }
    for continuation in ended ?? [] { continuation.resume() }
  }
}
