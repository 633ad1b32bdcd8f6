import AlmanacDeclarations
import Foundation
import Synchronization
import Testing

@testable import AlmanacStorage

/// Every procedure that replaces or sets aside files is ended before each of its steps in turn.
@Suite(.timeLimit(.minutes(5))) struct `Files that are replaced` {
  static let now = Date(timeIntervalSince1970: 1_784_000_000)

  @Test func `by a restore are all old or all new, whenever it is killed`() async throws {
    try await withFolder { folder in
      let stage = try await Stage(in: folder)
      let steps = try stage.killEverywhere { place in
        _ = try FileSwap.restore(stage.copies, to: place, at: Self.now)
      } reopened: { place, what in
        try FileSwap.settle(folder: place)
        return try stage.isRestored(place, what)
      }
      #expect(steps > 25)
    }
  }

  @Test func `by a restore are so when steps that were not durable are lost`() async throws {
    try await withFolder { folder in
      let stage = try await Stage(in: folder)
      try stage.loseEverywhere { place in
        _ = try FileSwap.restore(stage.copies, to: place, at: Self.now)
      } reopened: { place, what in
        try FileSwap.settle(folder: place)
        return try stage.isRestored(place, what)
      }
    }
  }

  @Test(arguments: ["a page", "all"])
  func `by a repair are the damaged ones or the repaired ones`(damage: String) async throws {
    try await withFolder { folder in
      let stage = try await Stage(in: folder)
      let damaged = try stage.damage(all: damage == "all")
      let calm = folder.appending(path: "calm")
      try FileManager.default.copyItem(at: stage.old, to: calm)
      let readable = try Store.repairing(
        calm.appending(path: "peaks.sqlite"), dataset: .peaks, at: Self.now
      ).all()
      #expect(readable.isEmpty == (damage == "all"))
      let repair: (URL) throws -> Void = { place in
        _ = try Store.repairing(
          place.appending(path: "peaks.sqlite"), dataset: .peaks, at: Self.now)
      }
      let reopened: (URL, String) throws -> Bool = { place, what in
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
        let wasDone = names.contains { $0.contains(".damaged-") }
        let store = try Store.repairing(
          place.appending(path: "peaks.sqlite"), dataset: .peaks, at: Self.now)
        #expect(try store.all() == readable, "\(what)")
        let told = try store.state().repair?.what
        #expect(told?.contains("kept as peaks.sqlite.damaged-20260714T033320") == true, "\(what)")
        try damaged.expectAside(in: place, what)
        try Stage.expectNoLitter(in: place, what)
        return wasDone
      }
      try stage.killEverywhere(repair, reopened: reopened)
      try stage.loseEverywhere(repair, reopened: reopened)
    }
  }

  @Test func `of a library are the damaged one or the repaired one`() async throws {
    try await withFolder { folder in
      let stage = try await Stage(in: folder)
      let file = stage.old.appending(path: "library.sqlite")
      let harmed = Data("nothing of the kind, but long enough to be looked at".utf8)
      try harmed.write(to: file)
      try stage.killEverywhere { place in
        _ = try LibraryStore.repairing(place.appending(path: "library.sqlite"), at: Self.now)
      } reopened: { place, what in
        let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
        let journal = place.appending(path: "library.sqlite.swap").path
        let isTold = !names.contains { $0.contains(".damaged-") } || Disk.exists(journal)
        let told = try LibraryStore.repairing(
          place.appending(path: "library.sqlite"), at: Self.now
        ).repair
        #expect((told != nil) == isTold, "\(what)")
        let aside = place.appending(path: "library.sqlite.damaged-20260714T033320")
        #expect(try Data(contentsOf: aside) == harmed, "\(what)")
        try Stage.expectNoLitter(in: place, what)
        return names.contains { $0.contains(".damaged-") }
      }
    }
  }

  @Test func `are durable before they get their names`() async throws {
    try await withFolder { folder in
      let stage = try await Stage(in: folder)
      let steps = try stage.steps { place in
        _ = try FileSwap.restore(stage.copies, to: place, at: Self.now)
        try stage.damage(all: false).put(in: place)
        _ = try Store.repairing(
          place.appending(path: "peaks.sqlite"), dataset: .peaks, at: Self.now)
      }
      for (index, step) in steps.enumerated() {
        guard case .rename(let path, _) = step,
          [".salvage", ".restored", ".part"].contains(where: path.hasSuffix)
        else { continue }
        let last = steps[..<index].last { $0 == .write(path) || $0 == .synchronize(path) }
        #expect(last == nil || last == .synchronize(path), "\(path)")
      }
    }
  }
}

/// A data folder whose files have logs, and the files of a backup.
struct Stage {
  let folder: URL
  /// The data folder as it is before.
  var old: URL { folder.appending(path: "old") }
  private var backup: URL { folder.appending(path: "backup") }

  var copies: [FileSwap.Copy] {
    [("peaks.sqlite", false), ("hills.sqlite", false), ("library.sqlite", true)].map {
      FileSwap.Copy(backup.appending(path: $0), as: $0, isPrivate: $1)
    }
  }

  init(in folder: URL) async throws {
    self.folder = folder
    for place in [old, backup] {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }
    let made = folder.appending(path: "made.sqlite")
    let store = try Store(file: made, dataset: .peaks)
    try await store.sync((1...300).map { .peak($0, "Peak \($0)") })
    try await store.checkpoint()
    try await store.sync((1...500).map { .peak($0, "Peak \($0)") })
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(
        atPath: made.path + suffix, toPath: old.path + "/peaks.sqlite" + suffix)
    }
    for name in ["peaks.sqlite", "hills.sqlite"] {
      let other = try Store(file: folder.appending(path: name), dataset: .peaks)
      try await other.sync((1...40).map { .peak($0, "Restored \($0)") })
      _ = try await other.backup(to: backup.appending(path: name))
    }
    _ = try LibraryStore(file: old.appending(path: "library.sqlite"))
    _ = try LibraryStore(file: backup.appending(path: "library.sqlite"))
    try SecondConnection(backup.appending(path: "library.sqlite")).rows("CREATE TABLE new (a)")
  }

  /// A copy of the data folder.
  private func fresh() throws -> URL {
    let place = folder.appending(path: "place-\(UUID())")
    try FileManager.default.copyItem(at: old, to: place)
    return place
  }

  /// All steps of a procedure.
  func steps(_ body: (URL) throws -> Void) throws -> [Disk.Step] {
    let place = try fresh()
    let watch = StepWatch()
    try Disk.$watcher.withValue({ try watch.look($0) }) { try body(place) }
    try FileManager.default.removeItem(at: place)
    return watch.steps.withLock { $0 }
  }

  /// Ends a procedure before each of its steps; returns how many there are.
  @discardableResult
  func killEverywhere(
    _ body: (URL) throws -> Void, reopened: (URL, String) throws -> Bool
  ) throws -> Int {
    let steps = try steps(body)
    var outcomes: Set<Bool> = []
    for (number, step) in steps.enumerated() {
      let watch = StepWatch(end: { count, _ in count > number })
      try attempt(watch, "killed before step \(number + 1), \(step)", body) { place, what in
        outcomes.insert(try reopened(place, what))
      }
    }
    #expect(outcomes == [false, true], "all kills came too early, or too late")
    return steps.count
  }

  /// Leaves out each step that changes names in turn, and ends the procedure where the names would
  /// have become durable.
  func loseEverywhere(
    _ body: (URL) throws -> Void, reopened: (URL, String) throws -> Bool
  ) throws {
    for (number, step) in try steps(body).enumerated() {
      switch step {
      case .rename, .remove: break
      case .make, .write, .synchronize: continue
      }
      let watch = StepWatch(
        lost: number,
        end: { count, step in
          guard count > number + 1, case .synchronize(let path) = step else { return false }
          return !path.contains(".sqlite") && !path.hasSuffix(".part")
        })
      try attempt(watch, "lost step \(number + 1), \(step)", body) { _ = try reopened($0, $1) }
    }
  }

  private func attempt(
    _ watch: StepWatch, _ what: String, _ body: (URL) throws -> Void,
    _ reopened: (URL, String) throws -> Void
  ) throws {
    let place = try fresh()
    // What is thrown is the end of the process, or what came of it.
    Disk.$watcher.withValue({ try watch.look($0) }) { do { try body(place) } catch {} }
    try reopened(place, what)
    try FileManager.default.removeItem(at: place)
  }

  /// Whether the backup's files are in their places; all of them or none.
  func isRestored(_ place: URL, _ what: String) throws -> Bool {
    try Self.expectNoLitter(in: place, what)
    func path(_ name: String) -> URL { place.appending(path: name) }
    let count = try SecondConnection(path("peaks.sqlite")).number("SELECT count(*) FROM record")
    let isNew = count == 40
    #expect(isNew || count == 500, "\(what): \(count) records")
    #expect(Disk.exists(path("hills.sqlite").path) == isNew, "\(what)")
    let tables = try SecondConnection(path("library.sqlite")).column(
      "SELECT name FROM sqlite_schema WHERE name = 'new'")
    #expect(tables.isEmpty != isNew, "\(what)")
    let aside = path("peaks.sqlite.replaced-20260714T033320")
    #expect(Disk.exists(aside.path) == isNew, "\(what)")
    guard isNew else { return false }
    let kept = try SecondConnection(aside).number("SELECT count(*) FROM record")
    #expect(kept == 500, "\(what): \(kept) of the replaced records are kept")
    let mode = try FileManager.default.attributesOfItem(atPath: path("library.sqlite").path)
    #expect(mode[.posixPermissions] as? Int == 0o600, "\(what)")
    return true
  }

  static func expectNoLitter(in place: URL, _ what: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
    let ends = [".restored", ".next", ".swap", ".part", ".salvage", ".suspect"]
    let litter = names.filter { name in ends.contains { name.contains($0) } }
    #expect(litter == [], "\(what)")
  }

  /// The files of a damaged database.
  struct Damaged {
    let file: Data
    let log: Data

    func put(in place: URL) throws {
      try file.write(to: place.appending(path: "peaks.sqlite"))
      try log.write(to: place.appending(path: "peaks.sqlite-wal"))
    }

    func expectAside(in place: URL, _ what: String) throws {
      let aside = place.path + "/peaks.sqlite.damaged-20260714T033320"
      #expect(try Data(contentsOf: URL(filePath: aside)) == file, "\(what)")
      #expect(try Data(contentsOf: URL(filePath: aside + "-wal")) == log, "\(what)")
    }
  }

  /// Spoils the data folder's file: a page of rows, or every page.
  func damage(all: Bool) throws -> Damaged {
    var bytes = try Data(contentsOf: old.appending(path: "peaks.sqlite"))
    let log = try Data(contentsOf: old.appending(path: "peaks.sqlite-wal"))
    let pages = bytes.count / 4096
    let spoilt = all ? 0..<bytes.count : (pages - 2) * 4096..<(pages - 1) * 4096
    bytes.replaceSubrange(spoilt, with: Data(repeating: 0xA5, count: spoilt.count))
    let damaged = Damaged(file: bytes, log: all ? Data(repeating: 0x5A, count: 9000) : log)
    try damaged.put(in: old)
    return damaged
  }
}

/// Sees the steps of a procedure, and ends it: nothing is done afterwards, as after kill -9.
final class StepWatch: Sendable {
  /// The process is no more.
  struct Stop: Error {}

  let steps = Mutex<[Disk.Step]>([])
  private let isOver = Mutex(false)
  private let lost: Int?
  private let end: @Sendable (Int, Disk.Step) -> Bool

  init(lost: Int? = nil, end: @escaping @Sendable (Int, Disk.Step) -> Bool = { _, _ in false }) {
    (self.lost, self.end) = (lost, end)
  }

  func look(_ step: Disk.Step) throws -> Bool {
    let count = steps.withLock { steps in
      steps.append(step)
      return steps.count
    }
    let isOver = isOver.withLock { over in
      over = over || end(count, step)
      return over
    }
    if isOver { throw Stop() }
    return count - 1 != lost
  }
}
