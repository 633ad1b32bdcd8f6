import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Logging

/// Writes a stream's groups, in order; a group that cannot be written stays until it can.
struct StreamWriter: Sendable {
  let table: LiveTable
  let buffer: PacketBuffer
  let tally: StreamTally
  let question: String?
  let now: @Sendable () -> Date
  let logger: Logger
  /// Told after each group with the number of its records.
  let committed: @Sendable (Int) async -> Void
  /// Told when a group cannot be written, with what happened and when it is tried again.
  let stuck: @Sendable (String, Date) async -> Void

  /// The longest pause between two tries.
  private static let longestPause = 30.0

  /// Writes until the buffer has ended and nothing is left.
  func run() async {
    while let group = await buffer.take() {
      var pause = 0.25
      while await !write(group, pause: pause) {
        do { try await Task.sleep(for: .seconds(pause)) } catch { return await giveUp(group) }
        pause = min(pause * 2, Self.longestPause)
      }
      buffer.written()
    }
  }

  /// At the end of the process one last try is all there is time for.
  private func giveUp(_ group: PacketBuffer.Group) async {
    if await write(group, pause: 0) {
      buffer.written()
      return await run()
    }
    logger.error(
      "ended with records that could not be written; the stream resumes before them",
      metadata: ["dataset": "\(table.dataset.id)", "records": "\(buffer.count)"])
  }

  /// Whether the group is written now.
  private func write(_ group: PacketBuffer.Group, pause: Double) async -> Bool {
    do {
      let counts = try await commit(group)
      tally.count(counts)
      if let refusal = counts.refusal {
        logger.error("record refused", metadata: ["why": "\(refusal)"])
      }
      await committed(group.records.count)
      return true
    } catch {
      logger.error(
        "group not written; it is kept and tried again",
        metadata: ["dataset": "\(table.dataset.id)", "why": "\(error)", "after": "\(pause) s"])
      await stuck("\(error)", now().addingTimeInterval(pause))
      return false
    }
  }

  private func commit(_ group: PacketBuffer.Group) async throws -> UpsertCounts {
    let before = try table.store.state()
    var state = before.succeeded(at: now())
    // A stream succeeds within a moment: what befell its file is told for an hour.
    if let repair = before.repair, now() < repair.since.addingTimeInterval(3600) {
      state.repair = repair
    }
    state.origin = table.dataset.isSimulated ? .simulator : .upstream
    state.question = question
    state.giver = SyncState.Giver(table.dataset.credit)
    state.cursor = group.cursor ?? (before.question == question ? before.cursor : nil)
    let generation = try max(group.counter, table.store.size().generation)
    let counts = try await table.store.upsert(
      group.records, state: state, generation: generation)
    if group.counter > 0 { table.committed(group.counter) }
    return counts
  }
}
