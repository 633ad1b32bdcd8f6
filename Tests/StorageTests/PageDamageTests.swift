import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

/// Every page of a small file is spoilt in turn: the header, the schema, the state, rows, indexes,
/// the log of changes, free pages.
@Suite(.timeLimit(.minutes(5))) struct `A file of which any page is spoilt` {
  static let count: Int64 = 300
  static let now = Date(timeIntervalSince1970: 1_784_000_000)

  /// A dataset, and how its rows are numbered.
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let dataset: Dataset
    let row: String
    var testDescription: String { name }
  }

  static let kinds = [
    Kind(name: "numbers", dataset: .peaks, row: "id"),
    Kind(name: "texts", dataset: .peaksByText, row: "_row"),
  ]

  @Test(arguments: kinds, [0xA5, 0x00] as [UInt8])
  func `gives no fewer records than can be read, and no snapshot takes their place`(
    kind: Kind, filling: UInt8
  ) async throws {
    try await withFolder { folder in
      let whole = try await Self.make(kind, in: folder)
      for page in 0..<whole.count / 4096 {
        var bytes = whole
        Self.spoil(&bytes, [page], filling)
        try await Self.check(bytes, kind, "page \(page + 1)", in: folder)
      }
    }
  }

  @Test(arguments: 1...12)
  func `and of which many are, gives all that lies between them`(seed: Int) async throws {
    try await withFolder { folder in
      let kind = Self.kinds[seed % 2]
      let whole = try await Self.make(kind, in: folder)
      var bytes = whole
      // Pages beyond the first two, by a multiplicative sequence: the same ones each time.
      let pages = (2..<whole.count / 4096).filter { ($0 * 7919 + seed * 104_729) % 100 < 25 }
      Self.spoil(&bytes, pages, 0xA5)
      try await Self.check(bytes, kind, "seed \(seed)", in: folder)
    }
  }

  /// A file with rows, changes, rows set aside and free pages.
  private static func make(_ kind: Kind, in folder: URL) async throws -> Data {
    let file = folder.appending(path: "whole.sqlite")
    do {
      let store = try Store(file: file, dataset: kind.dataset)
      var state = SyncState()
      state.origin = .upstream
      let more = (count + 1...count + 200).map { record($0, kind) }
      let all = (1...count).map { record($0, kind) }
      try await store.sync(
        all + more, setAside: [.init(reason: "no key", count: 2, sample: "7")], state: state)
      try await store.sync(all, state: state)
    }
    let bytes = try Data(contentsOf: file)
    #expect(bytes.count % 4096 == 0)
    return bytes
  }

  private static func record(_ number: Int64, _ kind: Kind) -> Record {
    let text = "Peak \(number) " + String(repeating: "x", count: 100)
    return kind.dataset.key.isInteger
      ? .peak(number, text, Double(number), range: "Tatry", also: ["a", "b"])
      : .peak("key \(number)", text, Double(number), range: "Tatry", also: ["a", "b"])
  }

  private static func spoil(_ bytes: inout Data, _ pages: [Int], _ filling: UInt8) {
    for page in pages {
      let range = page * 4096..<(page + 1) * 4096
      bytes.replaceSubrange(range, with: Data(repeating: filling, count: 4096))
    }
  }

  private static func check(
    _ bytes: Data, _ kind: Kind, _ what: String, in folder: URL
  ) async throws {
    let place = folder.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: place) }  // a leftover fails no test
    let file = place.appending(path: "peaks.sqlite")
    try bytes.write(to: file)
    let readable = reference(file, kind)
    let store = try Store.repairing(file, dataset: kind.dataset, at: now)
    let records = try store.all()
    #expect(records.count >= readable, "\(what): \(readable) can be read")
    let known = Set((1...count).map { record($0, kind) })
    #expect(records.allSatisfy(known.contains), "\(what): a record is not as it was")
    #expect(try store.size().count == records.count, "\(what)")
    let repair = try store.state().repair
    #expect(records.count == count || repair != nil, "\(what): nobody is told")
    guard !records.isEmpty else { return }
    #expect(try store.state().origin == .upstream, "\(what)")
    let shipped = [record(1, kind), record(count + 1000, kind)]
    let outcome = try await store.sync(shipped, as: .snapshot, floor: 0.8)
    #expect(outcome.words.hasPrefix("held"), "\(what): a snapshot took the place: \(outcome.words)")
    #expect(try store.all() == records, "\(what)")
  }

  /// How many records plain SQLite finds one by one.
  private static func reference(_ file: URL, _ kind: Kind) -> Int {
    // What cannot be opened or read at all counts as no record: that is what is measured here.
    guard let connection = try? SecondConnection(file) else { return 0 }
    return (1...count).count { number in
      let rows = try? connection.rows("SELECT * FROM record WHERE \(kind.row) = \(number)")
      return rows?.isEmpty == false  // what cannot be read counts for nothing
    }
  }
}
