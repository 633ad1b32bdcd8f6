import AlmanacDeclarations
import AlmanacEngine
import AlmanacStorage
import Synchronization

/// Writes packets in groups of 2,000 records, or of what came in 50 ms, as a stream does.
final class GroupWriting: Sendable {
  private struct State {
    var records: [Record] = []
    var counter: Int64 = 0
    var isEnded = false
    var giver: CheckedContinuation<Void, Never>?
    var taker: CheckedContinuation<Void, Never>?
  }

  private let table: LiveTable
  private let state = Mutex(State())

  private static let group = 2000
  private static let patience = Duration.milliseconds(50)

  init(_ table: LiveTable) { self.table = table }

  /// Waits while four groups are not taken yet.
  func waitForRoom() async throws {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.records.count >= Self.group * 4, !state.isEnded else { return true }
        state.giver = continuation
        return false
      }
      if isFree { continuation.resume() }
    }
    try Task.checkCancellation()
  }

  func give(_ records: [Record], counter: Int64) {
    wake { state in
      state.records += records
      state.counter = counter
      return state.records.count >= Self.group
    }
  }

  func end() {
    wake { state in
      state.isEnded = true
      return true
    }
  }

  private func wake(_ change: (inout State) -> Bool) {
    let taker = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard change(&state) else { return nil }
      defer { state.taker = nil }
      return state.taker
    }
    taker?.resume()
  }

  func run() async throws {
    while let (records, counter) = await take() {
      let state = try table.store.state()
      _ = try await table.store.upsert(records, state: state, generation: counter)
      table.committed(counter)
    }
  }

  /// The next group; nothing when all are written.
  private func take() async -> (records: [Record], counter: Int64)? {
    while true {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await self.waitForGroup() }
        group.addTask {
          do { try await Task.sleep(for: Self.patience) } catch { return }
          self.wake { _ in true }
        }
        await group.next()
        group.cancelAll()
      }
      let (taken, giver) = state.withLock { state in
        let taken = (state.records, state.counter, state.isEnded)
        defer { (state.records, state.giver) = ([], nil) }
        return (taken, state.giver)
      }
      giver?.resume()
      if !taken.0.isEmpty { return (taken.0, taken.1) }
      if taken.2 { return nil }
    }
  }

  private func waitForGroup() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        guard state.records.count < Self.group, !state.isEnded else { return true }
        state.taker = continuation
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
