import AlmanacDeclarations
import AlmanacDecoding
import AlmanacFetching
import AlmanacStorage
import Foundation
import Logging

/// A stream into the store: packets are shown as they come and committed in groups, in order, each
/// with its cursor.
///
/// A crash loses at most what was not committed yet, and the next run resumes from the last
/// committed cursor.
struct StreamRun: Sendable {
  let table: LiveTable
  let buffer: PacketBuffer
  let tally: StreamTally
  let fetcher: Fetcher
  let environment: EnvironmentText
  let now: @Sendable () -> Date
  let logger: Logger
  /// Pauses between connections.
  let sleep: @Sendable (Duration) async throws -> Void
  /// Told after each group with the number of its records.
  let committed: @Sendable (Int) async -> Void
  /// Told when a group cannot be written, with what happened and when it is tried again.
  let stuck: @Sendable (String, Date) async -> Void
  /// Told how the connection to the source fares.
  let connected: @Sendable (StreamConnection.News) async -> Void

  var dataset: Dataset { table.dataset }

  /// Runs until cancelled; what was received by then is written.
  func run() async {
    buffer.open()
    await withTaskGroup(of: Void.self) { tasks in
      tasks.addTask { await writer.run() }
      await receive()
      await connected(.ended(nil))
      buffer.end()
    }
  }

  private var writer: StreamWriter {
    StreamWriter(
      table: table, buffer: buffer, tally: tally, question: question, now: now, logger: logger,
      committed: committed, stuck: stuck)
  }

  /// What the declaration asks, so that another stream's cursor is not taken for this one's;
  /// nothing while the environment lacks what it names.
  private var question: String? {
    do { return try SyncQuestion(dataset, environment).fingerprint } catch { return nil }
  }

  private func receive() async {
    if dataset.source.isFed {
      await connected(.opened(isWholeFile: false))
      do { while true { try await Task.sleep(for: .seconds(3600)) } } catch { return }
    }
    var connection = StreamConnection(self, after: storedCursor)
    var pace = StreamPace()
    while !Task.isCancelled {
      let before = tally.counts.news
      let end = await connection.run()
      let asked = end.notBefore.map { min($0.timeIntervalSince(now()), Due.longestWait) } ?? 0
      let part = Double.random(in: 0.5...1)
      do {
        // By then what came is written, and it is known whether it made a difference.
        try await sleep(.seconds(part))
        pace.note(
          isFruitful: end.isFruitful && tally.counts.news > before, isWholeFile: end.isWholeFile)
        let rest = max(pace.pause * part, asked) - part
        if rest > 0 { try await sleep(.seconds(rest)) }
      } catch { return }
    }
  }

  private var storedCursor: String? {
    do {
      let state = try table.store.state()
      return state.question == nil || state.question == question ? state.cursor : nil
    } catch { return nil }  // the records are merged by their keys when they come again
  }
}
