import AlmanacDeclarations
import AlmanacEngine
import Foundation
import Testing

@testable import AlmanacCommandLine

@Suite struct `A watcher's view` {
  /// A dataset in the order of falling prices.
  static let dataset: Dataset = {
    var dataset = Dataset(
      id: "deals", source: Source(kind: .stream, url: ""),
      key: Key(from: [FieldPath("id")], isInteger: true),
      fields: [
        Field(name: "name", type: .text), Field(name: "price", type: .number, decimals: 2),
        Field(name: "place", type: .point),
      ])
    dataset.list.sort = [SortTerm("-price")]
    dataset.list.columns = ["name", "price", "place"]
    return dataset
  }()

  private static func view(rows: Int = 3) -> WatchView {
    var view = WatchView(dataset: dataset, query: TableQuery(), most: 1000)
    view.fit(rows: rows)
    return view
  }

  /// A window of rows with these keys.
  private static func window(_ ids: ClosedRange<Int>, offset: Int, total: Int, _ version: String)
    throws
    -> LiveMessage
  {
    let rows = ids.map { "{\"id\":\($0),\"price\":\($0)}" }.joined(separator: ",")
    let text =
      "{\"version\":\"\(version)\",\"total\":\(total),\"offset\":\(offset),\"rows\":[\(rows)]}"
    return try #require(try LiveMessage(kind: "window", data: Array(text.utf8)))
  }

  private func names(_ request: WatchRequest?) -> [String: String] {
    Dictionary(uniqueKeysWithValues: (request?.parameters ?? []).map { ($0.name, $0.value) })
  }

  private let now = ContinuousClock.now

  @Test(arguments: [Int.min, -1, Int.max, Int(Int32.max) + 1])
  func `believes no number of rows that no table has`(_ number: Int) throws {
    for name in ["total", "offset"] {
      let other = name == "total" ? "offset" : "total"
      let text = "{\"version\":\"e-1\",\"\(name)\":\(number),\"\(other)\":0,\"rows\":[]}"
      #expect(throws: Failure.self) { try LiveMessage(kind: "window", data: Array(text.utf8)) }
    }
  }

  @Test func `goes to the first row for a number below it`() throws {
    var view = Self.view()
    view.receive(try Self.window(1...3, offset: 0, total: 9, "e-1"), at: now)
    view.type("\(Int.min)")
    view.goToTyped()
    #expect(view.rank == 0)
  }

  @Test func `asks for the top and follows it`() throws {
    var view = Self.view()
    #expect(names(view.request) == ["limit": "3"])
    let number = view.number
    view.receive(try Self.window(1...3, offset: 0, total: 9, "e-1"), at: now)
    #expect(view.number == number && view.request?.version == "e-1")
    #expect(!view.isHeld)
  }

  @Test func `holds the top row after a move, and asks again with its version`() throws {
    var view = Self.view()
    view.receive(try Self.window(1...3, offset: 0, total: 9, "e-1"), at: now)
    _ = view.press(.down)
    #expect(names(view.request) == ["limit": "3", "anchor-id": "2", "anchor-lead": "0"])
    #expect(view.request?.version == nil)
    view.receive(try Self.window(2...4, offset: 1, total: 9, "e-1"), at: now)
    #expect(view.request?.version == "e-1" && view.rank == 1)
  }

  @Test func `adds moves up that come faster than answers`() throws {
    var view = Self.view()
    view.go(to: 5)
    view.receive(try Self.window(6...8, offset: 5, total: 9, "e-1"), at: now)
    for _ in 0..<2 { _ = view.press(.character("k")) }
    #expect(names(view.request)["anchor-id"] == "6" && names(view.request)["anchor-lead"] == "2")
    let number = view.number
    view.receive(try Self.window(4...6, offset: 3, total: 9, "e-1"), at: now)
    #expect(view.number == number + 1, "the row on top becomes the anchor")
    #expect(names(view.request)["anchor-id"] == "4" && view.request?.version == "e-1")
  }

  @Test func `goes no further than the last screen and the first row`() throws {
    var view = Self.view()
    view.receive(try Self.window(1...3, offset: 0, total: 5, "e-1"), at: now)
    for key in [Key.pageDown, .pageDown, .pageDown] { _ = view.press(key) }
    #expect(view.rank == 2)
    for key in [Key.pageUp, .pageUp, .pageUp] { _ = view.press(key) }
    #expect(view.place == .top)
    view.go(to: 4_000)
    #expect(view.place == .rank(2))
  }

  @Test func `reaches the last row though rows arrive on the way`() throws {
    var view = Self.view()
    view.receive(try Self.window(1...3, offset: 0, total: 5, "e-1"), at: now)
    _ = view.press(.end)
    #expect(names(view.request) == ["limit": "1000", "offset": "2"])
    view.receive(try Self.window(3...9, offset: 2, total: 9, "e-2"), at: now)
    #expect(view.window?.rows.map(\.id.key) == ["7", "8", "9"] && view.window?.offset == 6)
    #expect(names(view.request) == ["limit": "3", "anchor-id": "9", "anchor-lead": "2"])
    view.receive(try Self.window(7...9, offset: 6, total: 9, "e-2"), at: now)
    #expect(names(view.request)["anchor-id"] == "7" && view.request?.version == "e-2")
  }

  @Test func `counts what arrives outside until the person is back on top`() throws {
    var view = Self.view()
    view.go(to: 5)
    view.receive(try Self.window(6...8, offset: 5, total: 9, "e-1"), at: now)
    let change = """
      {"version":"e-2","since":"e-1","total":12,"offset":7,"above":2,"below":1,"remove":[7],
      "insert":[{"at":1,"arrived":true,"row":{"id":7,"price":7.5}}]}
      """
    view.receive(try #require(try LiveMessage(kind: "change", data: Array(change.utf8))), at: now)
    #expect(view.arrived == (2, 1) && view.window?.rows.map(\.id.key) == ["6", "7", "8"])
    #expect(Set(view.bright.keys) == [.integer(7)])
    let early = view.settle(at: now + .milliseconds(100))
    let late = view.settle(at: now + .seconds(2))
    #expect(!early && late && view.bright.isEmpty)
    _ = view.press(.home)
    #expect(view.arrived == (0, 0))
  }

  @Test func `asks for all rows where a change does not follow what it has`() throws {
    var view = Self.view()
    view.receive(try Self.window(1...3, offset: 0, total: 9, "e-1"), at: now)
    let number = view.number
    for wrong in [
      "{\"version\":\"e-9\",\"since\":\"e-8\",\"total\":9,\"offset\":0,\"above\":0,\"below\":0,\"remove\":[],\"insert\":[]}",
      "{\"version\":\"e-2\",\"since\":\"e-1\",\"total\":9,\"offset\":0,\"above\":0,\"below\":0,\"remove\":[1],\"insert\":[{\"at\":7,\"row\":{\"id\":4}}]}",
    ] {
      view.receive(try #require(try LiveMessage(kind: "change", data: Array(wrong.utf8))), at: now)
    }
    #expect(view.number == number + 2 && view.request?.version == nil)
    #expect(view.window?.rows.map(\.id.key) == ["1", "2", "3"])
  }

  @Test func `asks nothing while it is paused, but one window for each move`() throws {
    var view = Self.view()
    view.receive(try Self.window(1...3, offset: 0, total: 9, "e-1"), at: now)
    _ = view.press(.character("p"))
    #expect(view.isPaused && view.request == nil)
    _ = view.press(.down)
    #expect(view.request?.isOnce == true)
    view.receive(try Self.window(2...4, offset: 1, total: 9, "e-1"), at: now)
    #expect(view.request == nil)
    _ = view.press(.character("p"))
    #expect(view.request?.isOnce == false && view.request?.version == "e-1")
    #expect(names(view.request)["anchor-id"] == "2")
  }

  @Test func `sorts by what has an order only, and begins at the top`() {
    var view = Self.view()
    view.go(to: 7)
    let terms = (0..<3).map { _ in
      view.sortByNext()
      return view.term?.description
    }
    #expect(terms == ["-id", "name", "-price"] && view.place == .top)
    view.reverse()
    #expect(view.term?.description == "price" && names(view.request)["sort"] == "price")
  }

  @Test func `writes any key into an address`() {
    let request = WatchRequest(
      number: 1, dataset: "d", query: TableQuery(), place: .anchor("a b/ł&=?%", lead: 0), limit: 100
    )
    #expect(request.target == "/~d~/live?anchor-id=a%20b%2F%C5%82%26%3D%3F%25&anchor-lead=0")
  }
}

@Suite struct `A watcher's columns` {
  private static func laidOut(_ widths: [Int], numbers: Set<Int>, kept: Set<Int>, in width: Int)
    -> WatchColumns
  {
    let wishes = widths.enumerated().map {
      WatchColumns.Wish(
        width: $1, isFlushRight: numbers.contains($0), isKept: kept.contains($0))
    }
    return WatchColumns(wishes, width: width)
  }

  @Test func `have what they like where there is room`() {
    let laid = Self.laidOut([5, 30, 10], numbers: [0], kept: [], in: 49)
    #expect(laid.columns.map(\.width) == [5, 30, 10])
  }

  @Test func `cut the longest text first, then leave out from the right, but not what is kept`() {
    #expect(
      Self.laidOut([5, 30, 10], numbers: [0], kept: [], in: 40).columns.map(\.width) == [5, 21, 10])
    let narrow = Self.laidOut([5, 30, 10, 9], numbers: [0, 3], kept: [3], in: 30)
    #expect(narrow.columns.map(\.index) == [0, 1, 3] && narrow.columns.map(\.width) == [5, 8, 9])
  }

  @Test func `never take more than there is, however little`() {
    for width in 0...60 {
      let laid = Self.laidOut([5, 30, 10, 12], numbers: [0, 3], kept: [3], in: width)
      let taken = laid.columns.reduce(0) { $0 + $1.width } + 2 * (laid.columns.count - 1)
      #expect(taken <= width && !laid.columns.isEmpty)
    }
  }
}
