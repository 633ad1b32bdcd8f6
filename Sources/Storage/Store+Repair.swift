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
        let store = try Store(file: file, dataset: dataset)
        try StoreRepair.remove(StoreExamination.mark(of: file))
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

  /// Ends what an earlier repair had all but done.
  func finish() throws {
    try clear()
    let files = FileManager.default
    guard files.fileExists(atPath: finished) else { return }
    if files.fileExists(atPath: file.path) { return try Self.remove(finished) }
    try files.moveItem(atPath: finished, toPath: file.path)
  }

  /// Removes what a repair that came to no end left.
  func clear() throws {
    for suffix in [
      "", "-wal", "-shm", "-journal", ".suspect", "-source", "-source-wal", "-source-shm",
    ] {
      try Self.remove(unfinished + suffix)
    }
  }

  func repair(_ dataset: Dataset, _ finding: String) throws -> Store {
    let aside = freeName("damaged")
    let name = URL(filePath: aside).lastPathComponent
    let words = "the file \(finding)"
    if let store = try salvage(dataset, words, aside, name) { return store }
    try clear()
    try setAside(as: aside)
    let store = try Store(file: file, dataset: dataset)
    var state = SyncState()
    state.repair = .init(
      what: "\(words) and could not be read; the copy begins anew; the old file is kept as \(name)",
      since: now)
    try store.pool.write { [state] in try Store.save(state, $0) }
    return store
  }

  private func salvage(
    _ dataset: Dataset, _ words: String, _ aside: String, _ name: String
  ) throws -> Store? {
    let target = URL(filePath: unfinished)
    guard let result = try StoreSalvage(damaged: readable(), target: target).run(),
      result.records > 0,
      try prepare(
        target, dataset, "\(words); \(Self.told(result)); the old file is kept as \(name)")
    else { return nil }
    try putInPlace(aside)
    try clear()
    return try Store(file: file, dataset: dataset)
  }

  /// The file to read from: where the last page is torn, a copy without it, since what is missing
  /// of a page reads as zeros and makes wrong rows.
  func readable() throws -> URL {
    let files = FileManager.default
    let size = (try files.attributesOfItem(atPath: file.path)[.size] as? NSNumber)?.uint64Value ?? 0
    let torn = size % 4096  // SQLite's usual page, which is ours
    guard torn > 0, size > 4096 else { return file }
    let copy = unfinished + "-source"
    for suffix in ["", "-wal"] where files.fileExists(atPath: file.path + suffix) {
      try files.copyItem(atPath: file.path + suffix, toPath: copy + suffix)
    }
    let handle = try FileHandle(forWritingTo: URL(filePath: copy))
    defer { handle.closeFile() }
    try handle.truncate(atOffset: size - torn)
    return URL(filePath: copy)
  }

  /// Puts a copy of a whole file in the file's place; returns the name that the replaced file has
  /// now, if there was one.
  func restore(_ copy: URL) throws -> String? {
    try clear()
    try FileManager.default.copyItem(atPath: copy.path, toPath: unfinished)
    let aside = freeName("replaced")
    try putInPlace(aside)
    let wasThere = FileManager.default.fileExists(atPath: aside)
    return wasThere ? URL(filePath: aside).lastPathComponent : nil
  }

  func putInPlace(_ aside: String) throws {
    try Self.synchronize(unfinished)
    try FileManager.default.moveItem(atPath: unfinished, toPath: finished)
    try setAside(as: aside)
    try FileManager.default.moveItem(atPath: finished, toPath: file.path)
    try Self.synchronize(file.deletingLastPathComponent().path)
  }

  /// Opens the new file as what it is to be; says whether it can.
  private func prepare(_ target: URL, _ dataset: Dataset, _ what: String) throws -> Bool {
    do {
      let store = try Store(file: target, dataset: dataset)
      var state = try store.state()
      state.forgetUpstream()
      state.repair = .init(what: what, since: now)
      try store.pool.writeWithoutTransaction { [state] database in
        try Store.save(state, database)
        try database.checkpoint(.truncate)  // the log beside it is not moved
      }
      try store.close()
      return true
    } catch let error as StoreError where error.kind == .failed || error.kind == .damaged {
      return false  // what was read makes no store: better none than a wrong one
    }
  }

  private static func told(_ result: StoreSalvage.Result) -> String {
    guard let expected = result.expected, expected > result.records else {
      return result.expected == nil
        ? "\(result.records) records could be read" : "all \(result.records) records could be read"
    }
    return "\(result.records) of \(expected) records could be read"
  }

  func setAside(as aside: String) throws {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      let path = file.path + suffix
      guard FileManager.default.fileExists(atPath: path) else { continue }
      try FileManager.default.moveItem(atPath: path, toPath: aside + suffix)
    }
    try Self.remove(StoreExamination.mark(of: file))
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
    while FileManager.default.fileExists(atPath: name) {
      number += 1
      name = "\(base)-\(number)"
    }
    return name
  }

  static func remove(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    try FileManager.default.removeItem(atPath: path)
  }

  private static func synchronize(_ path: String) throws {
    let handle = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { handle.closeFile() }
    try handle.synchronize()
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
