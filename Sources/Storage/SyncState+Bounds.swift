import AlmanacDeclarations
import Foundation

/// How much of each thing is remembered about an upstream.
///
/// What it sends may be of any size, and what a file holds may be a stranger's; both pass here, on
/// their way into a file and out of it.
extension SyncState {
  /// The most bytes of a sentence that is shown.
  static let mostBytes = 4096
  /// The most bytes of a list of names or sentences.
  static let mostListBytes = 65_536
  /// The most entries of a list that is shown.
  static let mostEntries = 200

  /// The state with every text, list, number and moment in its bounds.
  func bounded() -> SyncState {
    var state = self
    state.boundTexts()
    state.boundMoments()
    state.failures = min(max(failures, 0), 10_000)
    state.held = held.map { Int(Stored.count(Int64($0))) }
    state.repair?.expected = repair?.expected.map { Int(Stored.count(Int64($0))) }
    return state
  }

  private mutating func boundTexts() {
    trouble?.kind.cut(to: 64)
    trouble?.what.cut(to: Self.mostBytes)
    repair?.what.cut(to: Self.mostBytes)
    // A cursor or digest is of use only whole: without it, everything is asked for.
    if cursor.map({ $0.utf8.count > Self.mostListBytes }) == true { cursor = nil }
    if cursorKey.map({ $0.utf8.count > Self.mostListBytes }) == true { cursorKey = nil }
    if applied.count > 10_000 || Self.size(applied) > 1 << 22 { applied = [:] }
    for path in [\SyncState.question, \.asked] { self[keyPath: path]?.cut(to: Self.mostBytes) }
    drift = Self.bounded(drift)
    driftSince = driftSince.map { since in since.filter { drift.contains($0.key) } }
    if let noted { self.noted?.notes = Self.bounded(noted.notes) }
    undeclared = undeclared.map(Self.boundedNames)
    sent = sent.map(Self.boundedNames)
    setAside = setAside.map(SetAsideEntry.bounded)
    setAsideNews = setAsideNews.map(SetAsideEntry.bounded)
    giver?.text.cut(to: Self.mostBytes)
    giver?.homepage?.cut(to: Self.mostBytes)
    giver?.licence.cut(to: Self.mostBytes)
  }

  private mutating func boundMoments() {
    let moments = [
      \SyncState.copyDate, \.lastSuccess, \.lastAttempt, \.notBefore, \.retryAfter, \.started,
    ]
    for path in moments { self[keyPath: path] = self[keyPath: path].map(Stored.moment) }
    driftSince = driftSince?.mapValues(Stored.moment)
    for index in noted?.notes.indices ?? 0..<0 {
      if let since = noted?.notes[index].since { noted?.notes[index].since = Stored.moment(since) }
    }
    if let since = trouble?.since { trouble?.since = Stored.moment(since) }
    if let since = repair?.since { repair?.since = Stored.moment(since) }
  }

  /// Sentences to show: what is left out is counted.
  private static func bounded(_ sentences: [String]) -> [String] {
    var kept = sentences.prefix(mostEntries).map { $0.cutting(to: mostBytes) }
    while kept.reduce(0, { $0 + $1.utf8.count }) > mostListBytes { kept.removeLast() }
    let left = sentences.count - kept.count
    return left == 0 ? kept : kept + ["And \(left) more."]
  }

  /// Notes to show: the first that there is room for.
  private static func bounded(_ notes: [DriftNote]) -> [DriftNote] {
    var room = mostListBytes
    return Array(
      notes.prefix(mostEntries).prefix { note in
        room -= note.what.utf8.count
        return room >= 0
      })
  }

  /// Names that are compared: as many as there is room for.
  private static func boundedNames(_ names: [String]) -> [String] {
    var room = mostListBytes
    return Array(
      names.prefix { name in
        room -= name.utf8.count
        return room >= 0
      })
  }

  private static func size(_ texts: [String: String]) -> Int {
    texts.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
  }
}

extension SetAsideEntry {
  /// The first reasons, each with its sample, in their bounds.
  static func bounded(_ entries: [SetAsideEntry]) -> [SetAsideEntry] {
    var room = SyncState.mostListBytes
    return entries.prefix(SyncState.mostEntries).map { entry in
      SetAsideEntry(
        reason: entry.reason.cutting(to: 512), count: Int(Stored.count(Int64(entry.count))),
        sample: entry.sample.cutting(to: SyncState.mostBytes))
    }.prefix { entry in
      room -= entry.reason.utf8.count + entry.sample.utf8.count
      return room >= 0
    }.map(\.self)
  }
}

extension String {
  /// The text, or as much of its beginning as fits with an ellipsis into so many bytes of UTF-8.
  ///
  /// Cost: O(limit).
  func cutting(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: max(limit - 3, 0))
    while end > utf8.startIndex, end.samePosition(in: unicodeScalars) == nil {
      end = utf8.index(before: end)
    }
    return self[..<end] + "…"
  }

  /// Cuts the text to so many bytes of UTF-8.
  mutating func cut(to limit: Int) { self = cutting(to: limit) }
}
