import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

@Suite struct `A damaged file` {
  static let found = Date(timeIntervalSince1970: 1_784_000_000)  // 2026-07-14T03:33:20Z

  /// What may befall a file that was closed well.
  enum Damage: String, CaseIterable, Sendable {
    case header, firstPage, middlePage, manyPages, half, zeroLength, text
  }

  @Test(arguments: Damage.allCases)
  func `is set aside as it was, and what can be read becomes the copy`(damage: Damage) async throws
  {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      try await write(4000, to: file)
      try harm(file, damage)
      let harmed = try Data(contentsOf: file)

      let store = try Store.repairing(file, dataset: .peaks, at: Self.found)
      let kept = folder.appending(path: "peaks.sqlite.damaged-20260714T033320")
      #expect(try Data(contentsOf: kept) == harmed)
      let records = try store.all()
      #expect(records.filter { $0 != .original($0.id) } == [])
      #expect(try store.size().count == records.count)
      switch damage {
      case .middlePage: #expect((3800..<4000).contains(records.count))
      case .manyPages: #expect((2000..<3900).contains(records.count))
      case .half: #expect((500..<3000).contains(records.count))
      case .header, .firstPage, .zeroLength, .text: #expect(records.isEmpty)
      }
      let repair = try #require(try store.state().repair)
      #expect(repair.since == Self.found)
      #expect(repair.what.contains("kept as peaks.sqlite.damaged-20260714T033320"))
      if !records.isEmpty {
        #expect(repair.what.contains("\(records.count) of 4000 records could be read"))
      }
      #expect(try store.state().lastSuccess == nil)
      #expect(try SecondConnection(file).rows("PRAGMA integrity_check") == [["ok"]])
      #expect(try SecondConnection(file).rows("PRAGMA foreign_key_check") == [])
    }
  }

  @Test func `keeps its change log and its undeclared columns`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      do {
        let store = try Store(file: file, dataset: .peaks)
        try await store.sync((1...3000).map { .peak($0, "Peak \($0)") })
        try await store.sync((1...3000).map { .peak($0, $0 == 7 ? "Seven" : "Peak \($0)") })
      }
      try harm(file, .middlePage)
      let fewer = Dataset.peaks.changing { $0.fields.removeLast() }
      let store = try Store.repairing(file, dataset: fewer, at: Self.found)
      let log = try SecondConnection(file).rows("SELECT id, old ->> 'name' FROM change")
      #expect(log == [["7", "Peak 7"]])
      #expect(try store.history().syncs == 2)
      let columns = try SecondConnection(file).rows("SELECT name FROM pragma_table_info('record')")
      #expect(columns.contains(["also"]))
    }
  }

  @Test func `with text keys is read by its rows' numbers`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      do {
        let store = try Store(file: file, dataset: .peaksByText)
        try await store.sync((1...3000).map { .peak("key \($0)", "Peak \($0)") })
      }
      try harm(file, .manyPages)
      let store = try Store.repairing(file, dataset: .peaksByText, at: Self.found)
      let records = try store.all()
      #expect(records.count > 500 && records.count < 3000)
      #expect(records.allSatisfy { "\($0.values[0])".contains("Peak ") })
    }
  }

  @Test(arguments: ["garbage", "missing"])
  func `whose log is lost opens with what stood in the file`(log: String) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      let victim = folder.appending(path: "victim.sqlite")
      let store = try Store(file: file, dataset: .peaks)
      try await store.sync([.peak(1, "Rysy")])
      try await store.checkpoint()
      try await store.sync([.peak(1, "Rysy"), .peak(2, "Gerlach")])
      try FileManager.default.copyItem(at: file, to: victim)
      let lost = Data(repeating: 0x5A, count: 50_000)
      if log == "garbage" { try lost.write(to: URL(filePath: victim.path + "-wal")) }

      let opened = try Store.repairing(victim, dataset: .peaks, at: Self.found)
      #expect(try opened.all().map(\.id) == [.integer(1)])
      guard log == "garbage" else { return }
      let aside = victim.path + ".damaged-20260714T033320-wal"
      #expect(try Data(contentsOf: URL(filePath: aside)) == lost)
      #expect(try opened.state().repair?.what.contains("log") == true)
    }
  }

  @Test func `that was only met in use is looked at as a whole at the next start`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      try await write(4000, to: file)
      do {
        let store = try Store(file: file, dataset: .peaks)
        try harm(file, .middlePage)
        #expect(throws: StoreError.self) { try store.all() }
        #expect(FileManager.default.fileExists(atPath: StoreExamination.mark(of: file)))
      }
      let store = try Store.repairing(file, dataset: .peaks, at: Self.found)
      #expect(try store.state().repair != nil)
      #expect(try store.all().count > 3800)
      #expect(!FileManager.default.fileExists(atPath: StoreExamination.mark(of: file)))
    }
  }

  @Test func `is suspected no longer when all its pages are sound`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      try await write(10, to: file)
      try Data().write(to: URL(filePath: StoreExamination.mark(of: file)))
      let store = try Store.repairing(file, dataset: .peaks, at: Self.found)
      #expect(try store.state().repair == nil)
      #expect(!FileManager.default.fileExists(atPath: StoreExamination.mark(of: file)))
    }
  }

  @Test func `whose repair was cut short is repaired at the next start`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      let finished = URL(filePath: file.path + ".next")
      try await write(10, to: finished)
      try Data("half".utf8).write(to: URL(filePath: file.path + ".salvage"))
      let store = try Store.repairing(file, dataset: .peaks, at: Self.found)
      #expect(try store.all().count == 10)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
          == ["peaks.sqlite", "peaks.sqlite-shm", "peaks.sqlite-wal"])
    }
  }

  @Test func `is never moved by those who may only read`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      try await write(100, to: file)
      for damage in [Damage.half, .zeroLength] {
        try harm(file, damage)
        let harmed = try Data(contentsOf: file)
        #expect(throws: StoreError.self) {
          try Store(readOnly: file, dataset: .peaks).all()
        }
        #expect(try Data(contentsOf: file) == harmed)
      }
    }
  }

  @Test func `is left alone when it is a newer Almanac's`() async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "peaks.sqlite")
      try await write(10, to: file)
      try SecondConnection(file).rows("INSERT INTO grdb_migrations VALUES ('Of tomorrow')")
      do {
        _ = try Store.repairing(file, dataset: .peaks, at: Self.found)
        Issue.record("a newer file was opened")
      } catch {
        #expect((error as? StoreError)?.kind == .newerSchema)
      }
    }
  }

  private func write(_ count: Int64, to file: URL) async throws {
    let store = try Store(file: file, dataset: .peaks)
    try await store.sync((1...count).map { .original(.integer($0)) })
    try await store.checkpoint()
  }

  private func harm(_ file: URL, _ damage: Damage) throws {
    var bytes = try Data(contentsOf: file)
    let pages = bytes.count / 4096
    func overwrite(_ range: Range<Int>) {
      bytes.replaceSubrange(range, with: Data(repeating: 0xA5, count: range.count))
    }
    func overwrite(page: Int) { overwrite(page * 4096..<(page + 1) * 4096) }
    switch damage {
    case .header: overwrite(0..<100)
    case .firstPage: overwrite(page: 0)
    case .middlePage: overwrite(page: pages / 2)
    case .manyPages: stride(from: pages / 2, to: pages, by: 5).forEach(overwrite(page:))
    case .half: bytes = bytes.prefix(bytes.count / 2)
    case .zeroLength: bytes = Data()
    case .text: bytes = Data("This is no database, and long enough to be looked at.".utf8)
    }
    try bytes.write(to: file)
  }
}

extension Record {
  /// The record of a key as it was written before the damage.
  fileprivate static func original(_ id: RecordID) -> Record {
    Record(
      id: id,
      values: [.text("Peak \(id)"), .number(1), .text("A range of some length"), .absent])
  }
}
