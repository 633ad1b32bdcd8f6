import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// What a page says about a copy: how much, how old, when next.
struct StatusLine: Sendable, Hashable {
  /// "45,716 records".
  let count: String
  /// "Copy of today 06:12"; for a connected stream "live, 3,180 a second".
  let age: String
  /// Whether records arrive by themselves.
  let isLive: Bool
  /// What else there is to say: next check, records set aside, fields that drifted.
  let notes: [String]

  init(_ status: DatasetStatus, words: Catalogue, now: Date) {
    let told = StatusWords(status: status, words: words, now: now)
    count = words.count("status.records", status.count)
    isLive = status.stream?.isConnected ?? false
    age = told.age
    notes = told.notes
  }

  /// The whole line in one sentence's worth of parts.
  var parts: [String] { [age] + notes }
}

extension DatasetStatus {
  /// Whether the first copy is on its way.
  var isFilling: Bool { isSyncing && count == 0 }
}

/// Finds the words for a status.
struct StatusWords {
  let status: DatasetStatus
  let words: Catalogue
  let now: Date

  private var dates: DateText { DateText(words: words) }

  var age: String {
    if let stream = status.stream { return live(stream) }
    guard let date = status.copyDate else { return words.say("status.empty") }
    guard status.origin == .snapshot, let day = DateText.timestamp(date)?.date else {
      return words.say("status.copy_of", ["moment": dates.moment(date, now: now)])
    }
    return words.say("status.snapshot_of", ["day": dates.day(day)])
  }

  var notes: [String] {
    [origin, check, setAside].compactMap { $0 } + stream + drift
  }

  private func live(_ stream: StreamStatus) -> String {
    guard stream.isConnected else { return words.say("status.stream_apart") }
    return words.count("status.live", Int(exactly: stream.rate.rounded()) ?? 0)
  }

  private var origin: String? {
    status.origin == .simulator ? words.say("status.simulated") : nil
  }

  private var check: String? {
    if status.isSyncing { return words.say("status.checking") }
    guard status.trouble == nil, status.stream == nil else { return nil }
    guard let next = status.nextCheck else { return nil }
    guard next > now else { return words.say("status.due") }
    return words.say("status.next_check", ["moment": dates.moment(next, now: now)])
  }

  private var setAside: String? {
    let count = status.setAsideCount
    guard count > 0 else { return nil }
    let numbers = NumberText(words: words)
    let reasons = status.setAside.map {
      "\(words.retell($0.reason)): \(numbers.integer(Int64($0.count)))"
    }
    return "\(words.count("status.set_aside", count)) (\(reasons.joined(separator: ", ")))"
  }

  /// What is out of the ordinary in what a stream brought.
  private var stream: [String] {
    guard let counts = status.stream?.counts else { return [] }
    let notes = [
      ("status.stream_older", counts.older), ("status.stream_unlisted", counts.unlisted),
      ("status.stream_ill_typed", counts.illTyped), ("status.stream_dropped", counts.dropped),
    ]
    return notes.filter { $0.1 > 0 }.map { words.count($0.0, $0.1) }
  }

  private var drift: [String] {
    status.drift.isEmpty ? [] : [words.count("status.drift", status.drift.count)]
  }
}
