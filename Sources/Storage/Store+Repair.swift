public import AlmanacDeclarations
public import Foundation
import GRDB

extension Store {
  /// Opens a dataset's file as its owner; a damaged file is set aside, never deleted, and what can
  /// still be read of it becomes the copy.
  ///
  /// What happened stands in the state (`SyncState.repair`) until a sync succeeds, and makes that
  /// sync due at once.
  ///
  /// - Throws: `StoreError` when the file is newer, or the folder cannot be written.
  public static func repairing(
    _ file: URL, dataset: Dataset, at now: Date
  ) throws(StoreError) -> Store {
    try guarded(file) {
      try StoreRepair(file: file, now: now).finish()
      if let finding = try StoreExamination(file: file).finding() {
        return try StoreRepair(file: file, now: now).repair(dataset, finding)
      }
      do {
        let store = try Store(file: file, dataset: dataset, at: now)
        try Disk.remove(StoreExamination.mark(of: file))
        return store
      } catch let error as StoreError where error.kind == .damaged {
        return try StoreRepair(file: file, now: now).repair(dataset, "was damaged (\(error.cause))")
      }
    }
  }
}

/// Sets a damaged file aside and puts what can be read of it in its place.
///
/// Killed at any instant, the next start finds either the damaged file as it was or the finished
/// new one.
struct StoreRepair {
  let file: URL
  let now: Date

  /// A new file that is whole but does not have its name yet.
  private var finished: String { file.path + ".next" }
  var unfinished: String { file.path + ".salvage" }
  /// What notes that the new file is to take the old one's place.
  private var journal: String { file.path + ".swap" }

  /// Ends what an earlier repair had all but done; returns what people are to be told of it.
  @discardableResult
  func finish() throws -> String? {
    try clear()
    let done = try FileSwap.resume(journal)
    guard Disk.exists(finished) else { return done?.words }
    if Disk.exists(file.path) {
      try Disk.remove(finished)  // the old file still stands, so the repair is made anew
    } else {
      try swap(freeName("damaged"), nil).commit(journal)  // an earlier program's repair
    }
    return done?.words
  }

  /// Removes what a repair that came to no end left.
  func clear() throws {
    for suffix in [
      "", "-wal", "-shm", "-journal", ".suspect", "-source", "-source-wal", "-source-shm",
    ] {
      try Disk.remove(unfinished + suffix)
    }
  }

  func repair(_ dataset: Dataset, _ finding: String) throws -> Store {
    let aside = freeName("damaged")
    let name = URL(filePath: aside).lastPathComponent
    let words = "the file \(finding)"
    if try !salvage(dataset, words, name) { try begin(dataset, words, name) }
    try putInPlace(aside)
    try clear()
    return try Store(file: file, dataset: dataset, at: now)
  }

  /// Makes the new file of what can be read; false where nothing can.
  private func salvage(_ dataset: Dataset, _ words: String, _ name: String) throws -> Bool {
    let target = URL(filePath: unfinished)
    guard let result = try StoreSalvage(damaged: readable(), target: target).run(),
      result.records > 0 || result.expected == 0
    else { return false }
    let repair = SyncState.Repair(
      what: "\(words); \(Self.told(result)); the old file is kept as \(name)", since: now,
      expected: result.expected.map { max($0, result.records) })
    do {
      try prepare(target, dataset, repair)
      return true
    } catch let error as StoreError where error.kind == .failed || error.kind == .damaged {
      return false  // what was read makes no store: better none than a wrong one
    }
  }

  /// Makes a new file without records.
  private func begin(_ dataset: Dataset, _ words: String, _ name: String) throws {
    try clear()
    let what =
      "\(words) and could not be read; the copy begins anew; the old file is kept as \(name)"
    try prepare(URL(filePath: unfinished), dataset, .init(what: what, since: now))
  }

  /// The file to read from: where the last page is torn, a copy without it, since what is missing
  /// of a page reads as zeros and makes wrong rows.
  func readable() throws -> URL {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    let size = (attributes[.size] as? NSNumber)?.uint64Value ?? 0
    let torn = size % 4096  // SQLite's usual page, which is ours
    guard torn > 0, size > 4096 else { return file }
    let copy = unfinished + "-source"
    for suffix in ["", "-wal"] where Disk.exists(file.path + suffix) {
      try Disk.copy(file.path + suffix, to: copy + suffix, mode: 0o600)
    }
    let handle = try FileHandle(forWritingTo: URL(filePath: copy))
    defer { handle.closeFile() }
    try handle.truncate(atOffset: size - torn)
    return URL(filePath: copy)
  }

  /// Puts the new file in the old one's place, which is kept under another name.
  ///
  /// - Parameter words: What people are to be told where the file itself cannot say it.
  func putInPlace(_ aside: String, telling words: String? = nil) throws {
    try Disk.synchronize(unfinished)
    try Disk.rename(unfinished, to: finished)
    try swap(aside, words).commit(journal)
  }

  private func swap(_ aside: String, _ words: String?) -> FileSwap {
    let names = [file.path, finished, aside].map { URL(filePath: $0).lastPathComponent }
    return FileSwap(
      items: [.init(name: names[0], finished: names[1], aside: names[2])], words: words)
  }

  /// Opens the new file as what it is to be, and leaves it without a log.
  private func prepare(_ target: URL, _ dataset: Dataset, _ repair: SyncState.Repair) throws {
    let store = try Store(file: target, dataset: dataset, at: now)
    var state = try store.state()
    state.forgetUpstream()
    state.repair = repair
    try store.pool.writeWithoutTransaction { [state] database in
      try Store.save(state, database)
      try database.checkpoint(.truncate)  // the log beside it is not moved
    }
    try store.close()
  }

  private static func told(_ result: StoreSalvage.Result) -> String {
    guard let expected = result.expected, expected > result.records else {
      return result.expected == nil
        ? "\(result.records) records could be read" : "all \(result.records) records could be read"
    }
    return "\(result.records) of \(expected) records could be read"
  }

  /// `NAME.sqlite.WHY-YYYYMMDDThhmmss`, with a number where there is one already.
  func freeName(_ why: String) -> String {
    let stamp = now.formatted(
      .verbatim(
        "\(year: .defaultDigits)\(month: .twoDigits)\(day: .twoDigits)T\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased))\(minute: .twoDigits)\(second: .twoDigits)",
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
        calendar: .init(identifier: .gregorian)))
    let base = "\(file.path).\(why)-\(stamp)"
    var (name, number) = (base, 1)
    while FileSwap.companions.contains(where: { Disk.exists(name + $0) }) {
      number += 1
      name = "\(base)-\(number)"
    }
    return name
  }
}

extension SyncState {
  /// Forgets what was asked, so that the next sync is due at once and reads everything; who wants
  /// to be left alone still is.
  mutating func forgetUpstream() {
    applied = [:]
    (question, asked, cursor, lastSuccess, held) = (nil, nil, nil, nil, nil)
  }
}
