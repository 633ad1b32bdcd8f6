import Foundation
import GRDB

/// Looks whether a file is a healthy database before its owner opens it.
///
/// Cheap: of a large file, only the headers are read. The pages of a small file are always checked;
/// what is left of an unclean end (a log, or what goes with it) makes it check a file of middle
/// size; a mark that damage was met in use makes it check everything.
struct StoreExamination {
  let file: URL

  /// Files up to this many bytes are checked at every start: about 0.02 s.
  static let small: Int64 = 16 << 20
  /// Files up to this many bytes are checked after every unclean end: about 0.1 s.
  static let middle: Int64 = 64 << 20

  /// What is wrong, in words that follow "the file"; nothing when all is well or there is no file.
  ///
  /// - Throws: What SQLite reports besides damage.
  func finding() throws -> String? {
    guard let size = Self.size(file.path) else { return nil }
    if size == 0 { return "was empty" }
    let header = try Self.head(file.path, 100)
    guard header.prefix(16).elementsEqual("SQLite format 3\u{0}".utf8) else {
      return "no longer began as a database does"
    }
    if !hasLog, let finding = Self.length(header, size) { return finding }
    if let finding = try logFinding() { return finding }
    let isSuspect = Self.size(Self.mark(of: file)) != nil
    guard isSuspect || size <= (isUnclean ? Self.middle : Self.small) else { return nil }
    return try pages(isSuspect ? "integrity_check" : "quick_check")
  }

  /// Where it is noted that damage was met in use.
  static func mark(of file: URL) -> String { file.path + ".suspect" }

  private var hasLog: Bool { (Self.size(file.path + "-wal") ?? 0) > 0 }

  private var isUnclean: Bool { hasLog || Self.size(file.path + "-shm") != nil }

  /// The header's number of pages, where it can be trusted, against the file's size (SQLite file
  /// format §1.3.7).
  private static func length(_ header: [UInt8], _ size: Int64) -> String? {
    func number(_ offset: Int) -> Int64 {
      header[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) }
    }
    let page = Int64(header[16]) << 8 | Int64(header[17])
    let expected = number(28) * (page == 1 ? 65_536 : page)
    guard number(24) == number(92), size < expected else { return nil }
    return "ended after \(size) of \(expected) bytes"
  }

  /// A log that does not begin as one would be ignored by SQLite, and what it held lost in silence.
  private func logFinding() throws -> String? {
    guard hasLog else { return nil }
    let head = try Self.head(file.path + "-wal", 4)
    let isLog = head == [0x37, 0x7F, 0x06, 0x82] || head == [0x37, 0x7F, 0x06, 0x83]
    return isLog ? nil : "had a log that no longer began as one does"
  }

  private func pages(_ pragma: String) throws -> String? {
    do {
      let queue = try DatabaseQueue(path: file.path, configuration: Self.reading)
      let line = try queue.read { try String.fetchOne($0, sql: "PRAGMA \(pragma)(1)") }
      try queue.close()
      return line == "ok" ? nil : "had a broken page (\(Self.firstLine(line ?? "no answer")))"
    } catch let error as DatabaseError where error.isDamage {
      return "was damaged (\(error.message ?? "SQLite error \(error.resultCode.rawValue)"))"
    }
  }

  private static func firstLine(_ text: String) -> String {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("***") }
    return String((lines.first ?? "").prefix(120))
  }

  /// Reads with SQLite's own calls, so that a file that shrinks meanwhile ends no process.
  static var reading: Configuration {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA mmap_size = 0")
      try database.execute(sql: "PRAGMA cell_size_check = ON")
    }
    return configuration
  }

  /// The size of a file; nothing when there is none.
  private static func size(_ path: String) -> Int64? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int64  // a file that is not there has no size
  }

  private static func head(_ path: String, _ count: Int) throws -> [UInt8] {
    let handle = try FileHandle(forReadingFrom: URL(filePath: path))
    defer { handle.closeFile() }
    let bytes = [UInt8](try handle.read(upToCount: count) ?? Data())
    return bytes + [UInt8](repeating: 0, count: count - bytes.count)
  }
}

extension DatabaseError {
  /// Whether SQLite says that a file is no healthy database.
  var isDamage: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }
}
