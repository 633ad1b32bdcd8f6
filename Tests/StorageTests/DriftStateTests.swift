import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

@Suite struct `What a file keeps of a source's fields` {
  /// A state as the versions before coded notes wrote it.
  private static let old = """
    {"origin":"upstream","failures":0,"applied":{},"undeclared":["colour"],"sent":["name","hits"],
    "drift":["New field upstream: visits.","Not sent: size.",
    "No longer sent: hits; the earlier values stay.",
    "Of another type than declared: city; the earlier values stay.",
    "Without a value in every record now: name.",
    "Perhaps renamed: hits to visits; if so, declare from: [hits, visits]."],
    "driftSince":{"Not sent: size.":700000000}}
    """

  @Test func `is read from sentences of an earlier version`() throws {
    let state = try JSONDecoder().decode(SyncState.self, from: Data(Self.old.utf8))
    let renamed = "Perhaps renamed: hits to visits; if so, declare from: [hits, visits]."
    #expect(
      state.driftNotes.map(\.drift) == [
        .added("visits"), .missing("size"), .dropped("hits"), .retyped("city"), .emptied("name"),
        .told(renamed),
      ])
    #expect(state.driftNotes.map(\.isChange) == [true, false, true, true, true, true])
    #expect(state.driftNotes[1].since == Date(timeIntervalSinceReferenceDate: 700_000_000))
    #expect(state.driftNotes[5].what == renamed)
  }

  static let every: [SourceDrift] = [
    .added("a"), .missing("b"), .dropped("c"), .renamed("d", from: "d.e", to: "\"f"),
    .retyped("g"), .mixed("h", count: 3, of: 7), .emptied("i"), .damaged(places: 9), .told("k"),
  ]

  @Test func `is written and read in codes`() async throws {
    try await withStore { store in
      var state = SyncState()
      state.driftNotes = Self.every.map { DriftNote($0, since: Store.moment) }
      try await store.save(state)
      #expect(try store.state().driftNotes == state.driftNotes)
      #expect(Set(Self.every.map(\.code)).count == Self.every.count)
      #expect(Set(Self.every.map(\.what)).count == Self.every.count)
    }
  }

  @Test func `of a later version is read by its code`() throws {
    let later = #"{"code":"split","name":"city","into":["a","b"]}"#
    let drift = try JSONDecoder().decode(SourceDrift.self, from: Data(later.utf8))
    #expect(drift == .told("split city"))
  }
}

extension SourceDrift {
  fileprivate var what: String { message.description }
}

@Suite struct `The list of records that were set aside` {
  private func row(_ position: Int, isNews: Bool = false) -> AsideRecord {
    AsideRecord(
      reason: "key repeats", isNews: isNews, position: position, key: "7", raw: "{\"id\": 7}")
  }

  @Test func `is that of the last whole answer, and of the news after it`() async throws {
    try await withStore { store in
      func sync(_ kind: SyncKind, _ rows: [AsideRecord]) async throws {
        try await store.beginStaging()
        let isNews = kind == .incremental
        _ = try await store.apply(
          kind, aside: AsideAnswer(isNews: isNews, rows: rows), state: SyncState(),
          at: Store.moment)
      }
      try await sync(.full, [row(1), row(2)])
      #expect(try store.aside() == [row(1), row(2)])
      try await sync(.incremental, [row(3, isNews: true)])
      #expect(try store.aside() == [row(1), row(2), row(3, isNews: true)])
      try await sync(.incremental, [])
      #expect(try store.aside() == [row(1), row(2)])
      try await sync(.incremental, [row(4, isNews: true)])
      try await sync(.full, [row(5)])
      #expect(try store.aside() == [row(5)])
    }
  }

  @Test func `stays as it is when the brake holds an answer`() async throws {
    try await withStore { store in
      try await store.sync([.peak(1, "Rysy")])
      try await store.beginStaging()
      let answer = AsideAnswer(isNews: false, rows: [row(1)])
      let outcome = try await store.apply(
        .full, floor: 0.9, aside: answer, state: SyncState(), at: Store.moment)
      #expect(outcome == .held(was: 1, wouldBe: 0))
      #expect(try store.aside() == [])
    }
  }
}

@Suite struct `Values beyond the declaration` {
  private static let names = UndeclaredNames(passing: ["new", "it's"], gone: ["old"])
  private static let cases: [(before: String?, after: String?, words: String, kept: String?)] = [
    (#"{"a":1}"#, #"{"a":1,"new":2}"#, "+0 ~0 -0 = 1", #"{"a":1,"new":2}"#),
    (nil, #"{"it's":[ 1 ],"new":2}"#, "+0 ~0 -0 = 1", #"{"it's":[ 1 ],"new":2}"#),
    (#"{"new":2}"#, nil, "+0 ~0 -0 = 1", nil),
    (#"{"new":2}"#, #"{"new":3}"#, "+0 ~0 -0 = 1", #"{"new":3}"#),
    (#"{"a":1,"old":2}"#, #"{"a":1}"#, "+0 ~0 -0 = 1", #"{"a":1,"old":2}"#),
    (#"{"a":1}"#, #"{"a":2,"new":2}"#, "+0 ~1 -0 = 1", #"{"a":2,"new":2}"#),
    (#"{"a":1,"old":2}"#, #"{"a":2}"#, "+0 ~1 -0 = 1", #"{"a":2}"#),
  ]

  @Test(arguments: cases)
  func `are no change where their field is new or gone`(
    before: String?, after: String?, words: String, kept: String?
  ) async throws {
    try await withStore { store in
      try await store.sync([.peak(1, "Rysy", extra: before)])
      try await store.beginStaging()
      try await store.stage { add in try add(.peak(1, "Rysy", extra: after)) }
      let outcome = try await store.apply(
        .full, undeclared: Self.names, state: SyncState(), at: Store.moment)
      #expect(outcome.words == words)
      #expect(try store.all().first?.extra == kept)
      #expect(try store.history().changes == (words.contains("~1") ? 1 : 0))
    }
  }
}
