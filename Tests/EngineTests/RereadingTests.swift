import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

/// Dates whose order only their column tells, texts as they were sent, and stores that read otherwise.
@Suite struct `A column of dates` {
  /// `03/04/2025` with the day first, on so many days of so many months.
  static func table(_ dates: [String]) -> String {
    "id,name,day,size\n"
      + dates.enumerated().map { "\($0 + 1),name \($0 + 1)  ,\($1),\($0)\n" }.joined()
  }
  static let dayFirst = (1...30).map { "\($0 % 28 + 1)/\($0 % 12 + 1)/2025" }
  static let undecided = (1...12).map { "0\($0 % 9 + 1)/1\($0 % 3)/2025" }

  private func withTable(
    _ dates: [String], order: String = "", _ work: @Sendable (Library, Trial) async throws -> Void
  ) async throws {
    try await withTrial { trial in
      try declare(in: trial, order: order)
      try write(dates, in: trial)
      try await trial.withLibrary { library in try await work(library, trial) }
    }
  }

  private func declare(in trial: Trial, order: String = "") throws {
    let url = trial.folder.appending(path: "things.csv").absoluteString
    try trial.declare(
      Declared.things(url).replacing("kind: json", with: "kind: csv").replacing(
        "  size: {", with: "  day: { type: date\(order) }\n  size: {"))
  }

  private func write(_ dates: [String], in trial: Trial) throws {
    try Data(Self.table(dates).utf8).write(to: trial.folder.appending(path: "things.csv"))
  }

  private func days(_ library: Library) throws -> [String?] {
    try Copy(library, "things").records.map { record -> String? in
      guard case .integer(let days) = record.values[1] else { return nil }
      return CivilDate(daysSinceEpoch: Int(days)).map { String(decoding: $0.iso, as: UTF8.self) }
    }
  }

  private func sync(_ library: Library, _ trial: Trial) async throws -> String? {
    trial.clock.advance(hours: 25)
    return try await library.sync("things")?.words
  }

  private static func iso(_ date: String, _ order: DateOrder) -> String {
    let parts = date.split(separator: "/").compactMap { Int($0) }
    let (day, month) = order == .dmy ? (parts[0], parts[1]) : (parts[1], parts[0])
    return String(format: "%04d-%02d-%02d", parts[2], month, day)
  }

  @Test(arguments: [DateOrder.dmy, .mdy])
  func `has the order that all of it shows`(order: DateOrder) async throws {
    let dates = order == .dmy ? Self.dayFirst : Self.dayFirst.map(Self.turned)
    try await withTable(dates) { library, trial in
      #expect(try await library.sync("things")?.words == "+30 ~0 -0")
      #expect(try days(library) == dates.map { Self.iso($0, order) })
      #expect(try Copy(library, "things").records.allSatisfy { $0.extra == nil })
      // The order stays, though nothing shows it any more.
      try write(Self.undecided + dates.dropFirst(12).map { _ in "01/02/2025" }, in: trial)
      _ = try await sync(library, trial)
      #expect(try days(library).prefix(12).map { $0 } == Self.undecided.map { Self.iso($0, order) })
      #expect(try await library.status(of: "things")?.mismatches == [])
    }
  }

  private static func turned(_ date: String) -> String {
    let parts = date.split(separator: "/")
    return "\(parts[1])/\(parts[0])/\(parts[2])"
  }

  @Test(arguments: [undecided, undecided + ["25/08/2025", "08/25/2025"]])
  func `stays as it was sent where nothing decides, and says so`(dates: [String]) async throws {
    try await withTable(dates) { library, trial in
      _ = try await library.sync("things")
      #expect(try days(library).allSatisfy { $0 == nil })
      let sent = try Copy(library, "things").records.map(\.extra)
      #expect(sent == dates.map { #"{"day":"\#($0)"}"# })
      let told = try await library.status(of: "things")?.mismatches.map(\.what)
      #expect(
        told == [
          "Day and month of day cannot be told apart, and its dates stay as they were sent"
            + " (\(dates.count)): declare its order in the dataset file, dmy or mdy."
        ])
    }
  }

  @Test func `that is declared later is no change`() async throws {
    try await withTrial { trial in
      try declare(in: trial)
      try write(Self.undecided, in: trial)
      try await trial.withLibrary { _ = try await $0.sync("things") }
      for order in [DateOrder.dmy, .mdy] {
        try declare(in: trial, order: ", order: \(order)")
        trial.clock.advance(hours: 25)
        try await trial.withLibrary { library in
          let outcome = try await library.sync("things")?.words
          #expect(outcome == "unchanged")
          #expect(try days(library) == Self.undecided.map { Self.iso($0, order) })
          #expect(try library.existing("things").store.history().changes == 0)
          #expect(try library.existing("things").store.history().syncs == 1)
        }
      }
    }
  }

  @Test func `that comes to be decided is no change, and what did change is one`() async throws {
    try await withTable(Self.undecided) { library, trial in
      _ = try await library.sync("things")
      var dates = Self.undecided
      dates[3] = "25/08/2025"
      try write(dates, in: trial)
      #expect(try await sync(library, trial) == "+0 ~1 -0")
      #expect(try days(library) == dates.map { Self.iso($0, .dmy) })
      #expect(try library.existing("things").store.history().changes == 1)
    }
  }

  /// The file is the one that the program at commit 560f7a0 wrote for the table of the test: 11 of 24
  /// dates have day and month swapped, 13 are none, and the names lost the spaces at their ends.
  @Test(arguments: [false, true])
  func `that an earlier version swapped is put right without a change`(
    hasChange: Bool
  ) async throws {
    try await withTrial { trial in
      let rows = (1...24).map { (number: Int) -> String in
        let name = "name \(number)" + (number % 4 == 0 ? "  " : "")
        let day = String(format: "%02d/%02d/2025", number * 5 % 28 + 1, number % 12 + 1)
        let size = number * 10 + (hasChange && number == 7 ? 1 : 0)
        return "\(number),\(name),\(day),\(size)\n"
      }
      try declare(in: trial)
      try Data(("id,name,day,size\n" + rows.joined()).utf8).write(
        to: trial.folder.appending(path: "things.csv"))
      try FileManager.default.createDirectory(at: trial.data, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: Repository.root.appending(path: "Tests/Stores/560f7a0.sqlite"),
        to: trial.data.appending(path: "things.sqlite"))
      trial.clock.advance(hours: 24 * 365)
      try await trial.withLibrary { library in
        let before = try Copy(library, "things")
        #expect(before.records[0].values[1] == .integer(20_241))  // 2 June, sent as 06/02/2025
        let outcome = try await library.sync("things")?.words
        #expect(outcome == (hasChange ? "+0 ~1 -0" : "unchanged"))
        let dates = (1...24).map { (number: Int) -> String in
          String(format: "2025-%02d-%02d", number % 12 + 1, number * 5 % 28 + 1)
        }
        #expect(try days(library) == dates)
        let after = try Copy(library, "things")
        #expect(after.records[3].values[0] == .text("name 4  "))
        #expect(after.records.allSatisfy { $0.extra == nil })
        #expect(after.version != before.version)
        #expect(after.changes == (hasChange ? 1 : 0) && after.syncs == (hasChange ? 2 : 1))
        #expect(try await library.status(of: "things")?.mismatches == [])
        trial.clock.advance(hours: 25)
        #expect(try await library.sync("things")?.words == "unchanged")
        #expect(try Copy(library, "things") == after)
      }
    }
  }

  @Test func `is asked of the same answer again where it was read otherwise`() async throws {
    try await withTable(Self.dayFirst) { library, trial in
      _ = try await library.sync("things")
      let store = try library.existing("things").store
      var state = try store.state()
      state.reading = nil
      try await store.save(state)
      #expect(try await sync(library, trial) == "unchanged")
      #expect(try store.state().reading?.orders == ["day": .dmy])
    }
  }
}
