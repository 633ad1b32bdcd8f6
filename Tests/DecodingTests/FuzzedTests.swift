@testable import AlmanacDecoding
@testable import AlmanacDeclarations
import Testing

/// What the fuzzer has found, each with the least input that shows it.
@Suite(.timeLimit(.minutes(5))) struct `What the fuzzer found` {
  static let mixed = [
    "9", "10", "1a", "9007199254740992", "+9007199254740993", "9007199254740992.5",
  ]

  @Test(arguments: mixed, mixed)
  func `cursors of any kinds stand in one order`(_ left: String, _ right: String) {
    let (mine, theirs) = (Cursor(left), Cursor(right))
    #expect((mine < theirs) != (theirs < mine) || left == right)
    for other in Self.mixed.map({ Cursor($0) }) where mine < theirs && theirs < other {
      #expect(mine < other, "\(left) < \(right) < \(other.text)")
    }
  }

  @Test func `a text comes after every number as a cursor`() {
    #expect(Cursor("9") < Cursor("10"))
    #expect(Cursor("10") < Cursor("1a"))
    #expect(!(Cursor("1a") < Cursor("9")))
  }

  @Test func `a mark stands only before the first line, however long that is`() throws {
    var lines = LineBuffer(limit: 3)
    lines.append(Array("abcdef\n\u{FEFF}\n".utf8))
    #expect(throws: DecodingFailure.tooLarge(limit: 3)) { try lines.next() }
    #expect(try lines.next().map(Array.init) == [0xEF, 0xBB, 0xBF])
  }

  @Test func `keys are read with the delimiter that records are read with`() throws {
    let answer = Array(" ID;,Text,Kind\n1,2,3".utf8)
    let decoder = RecordDecoder(
      dataset: dataset(.csv, field("text", .text), field("kind", .text)))
    var run = DecodingRun()
    #expect(throws: DecodingFailure.self) { try decoder.decode(answer) { _ in } }
    #expect(throws: DecodingFailure.self) { try decoder.decodeKeys(answer, in: &run) { _ in } }
  }
}

/// Answers that took minutes or hours, because the time grew with the square of their length.
@Suite(.timeLimit(.minutes(5))) struct `An answer made to take long` {
  @Test func `names one column a hundred thousand times`() {
    let header = "id," + String(repeating: "x,", count: 100_000)
    #expect(
      failure(header + "\n1,2", dataset(.csv, field("x", .text)))
        == "expected a header line, got a line of 100002 cells")
  }

  @Test func `names one column as often as columns are told apart`() throws {
    let header = "id," + String(repeating: "x,", count: 60_000) + "x (7)"
    let decoded = try decode(header + "\n1,first,second\n", dataset(.csv, field("y", .text)))
    #expect(decoded.records.first?.extra == #"{"x":"first","x (2)":"second"}"#)
  }

  @Test func `opens a title again and again`() {
    let page = "<html>" + String(repeating: "<title", count: 20_000)
    #expect(failure(page, dataset(field("name", .text))) == "got HTML, a web page")
  }

  @Test func `has keys that are a letter with many accents`() throws {
    let marks = "a" + String(repeating: "\u{301}\u{327}", count: 200_000)
    let answer = "[{\"id\":\"\(marks)\"},{\"id\":\"\(marks)\"},{\"id\":\"b\",\"\(marks)\":1}]"
    let decoded = try decode(answer, dataset(.json, integerKey: false, field("name", .text)))
    #expect(decoded.records.count == 2)
    #expect(decoded.page.duplicates == 1)
    #expect(decoded.page.drift.undeclared.keys.allSatisfy { $0.utf8.count < 260 })
  }

  @Test func `has an address without an end`() throws {
    let long = String(repeating: "a.", count: 500_000) + "bc/d"
    #expect(try value("\"\(long)\"", as: .link).value == .text(long))
    #expect(try value("\"a.bc/d\"", as: .link).value == .text("https://a.bc/d"))
  }
}

@Suite struct `Keys of records` {
  @Test func `are two where they look alike and are spelt with other scalars`() throws {
    let decoded = try decode(
      "[{\"id\":\"\u{E9}\"},{\"id\":\"e\u{301}\"}]",
      dataset(.json, integerKey: false, field("name", .text)))
    #expect(decoded.records.count == 2)
    #expect(decoded.page.duplicates == 0)
  }
}
