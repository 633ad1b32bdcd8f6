import AlmanacCore
import AlmanacDeclarations
import Foundation

@testable import AlmanacEngine

/// Random records, packets and questions of a dataset that has every kind of field.
struct ModelDeals: Sendable {
  let dataset: Dataset
  /// A number of which half the bits decide a text that stands ever closer to two others.
  private var zigzag: (low: UInt64, high: UInt64, depth: UInt64, isUp: Bool) = (0, 1, 0, true)

  /// Every field is held in memory.
  static let complete = Dataset(
    id: "deals", source: Source(kind: .stream, url: "http://example.org"),
    key: Key(from: [FieldPath("id")], isInteger: true),
    fields: [
      Field(name: "price", type: .number), Field(name: "amount", type: .integer),
      Field(name: "side", type: .text), Field(name: "name", type: .text),
      Field(name: "at", type: .timestamp), Field(name: "day", type: .date),
      Field(name: "open", type: .boolean),
    ]
  ).with { dataset in
    dataset.credit.licence = "CC0"
    dataset.list.sort = [SortTerm("-price")]
    dataset.search = ["name", "side"]
  }

  /// A list is not held, so rows come from the store.
  static let incomplete = complete.with { dataset in
    dataset.fields.append(Field(name: "tags", type: .list))
  }

  init(_ dataset: Dataset) { self.dataset = dataset }

  private static let prices: [Double] = [
    0, -0.0, 1, 1, 2, 2.5, -3, 1e300, -1e300, .infinity, -.infinity, .leastNonzeroMagnitude, 17.25,
  ]
  private static let amounts: [Int64] = [0, 0, 1, 2, 3, -1, -7, 1 << 40, .max - 1, .min + 1]
  private static let sides = ["buy", "sell", "hold"]
  private static let names = [
    "Łódź", "Lodz", "lodz", "łódź", "Zürich", "zurich", "Æro", "ß", "ss", "10", "9", "-", "a b",
    "ab", "ä", "a\u{308}", "🙂", "Ω", "", "é", "e", "E",
  ]

  // MARK: Records

  mutating func packet(
    _ keys: Range<Int64>, _ most: Int, using random: inout some RandomNumberGenerator
  ) -> [Record] {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in
      record(Int64.random(in: keys, using: &random), using: &random)
    }
  }

  mutating func record(_ key: Int64, using random: inout some RandomNumberGenerator) -> Record {
    var values: [Value] = [
      .number(Self.prices.randomElement(using: &random) ?? 0),
      .integer(Self.amounts.randomElement(using: &random) ?? 0),
      .text(Self.sides.randomElement(using: &random) ?? ""),
      .text(name(using: &random)),
      .integer(Int64.random(in: 0..<40, using: &random) * 86_399_999),
      .integer(Int64.random(in: -3..<30, using: &random)),
      .integer(Int64.random(in: 0...1, using: &random)),
    ]
    if dataset.fields.count > values.count {
      values.append(.list(["t\(Int.random(in: 0..<5, using: &random))"]))
    }
    for index in values.indices where Int.random(in: 0..<8, using: &random) == 0 {
      values[index] = .absent
    }
    // What is read from the store is never NaN, so only what is held whole can meet it.
    if dataset == Self.complete, Int.random(in: 0..<20, using: &random) == 0 {
      values[0] = .number(.nan)
    }
    return Record(id: .integer(key), values: values.map { $0 == .text("") ? .absent : $0 })
  }

  private mutating func name(using random: inout some RandomNumberGenerator) -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: between()
    case 1: "n\(Int.random(in: 0..<400, using: &random))"
    default: Self.names.randomElement(using: &random) ?? ""
    }
  }

  /// A text between the two before it: labels between neighbours run out soon.
  private mutating func between() -> String {
    if zigzag.depth == 60 { zigzag = (0, 1, 0, true) }
    let middle = zigzag.low + zigzag.high
    zigzag.depth += 1
    (zigzag.low, zigzag.high) =
      zigzag.isUp ? (middle, zigzag.high * 2) : (zigzag.low * 2, middle)
    zigzag.isUp.toggle()
    var text = "m"
    for bit in (0..<zigzag.depth).reversed() { text += middle >> bit & 1 == 1 ? "b" : "a" }
    return text
  }

  // MARK: Questions

  func spec(using random: inout some RandomNumberGenerator) -> LiveOrder.Spec {
    let names = ["id", "price", "amount", "side", "name", "name", "at", "day", "open"]
    let field = names.randomElement(using: &random) ?? "id"
    let term = SortTerm(field: field, descending: Bool.random(using: &random))
    var spec = LiveOrder.Spec(term: term)
    if Int.random(in: 0..<3, using: &random) == 0 {
      spec.filters.append(filter(using: &random))
      if Bool.random(using: &random) { spec.filters.append(filter(using: &random)) }
    }
    if Int.random(in: 0..<8, using: &random) == 0 {
      spec.search = ["lodz", "n1", "a", "buy l", "mba", "ss", "none of them"]
        .randomElement(using: &random)
    }
    return spec
  }

  private func filter(using random: inout some RandomNumberGenerator) -> Filter {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: Filter(field: "side", test: .equals(.text("buy")))
    case 1: Filter(field: "name", test: .equals(.text("n7")))
    case 2: Filter(field: "price", test: .atLeast(.number(1)))
    case 3: Filter(field: "price", test: .atMost(.number(2)))
    case 4: Filter(field: "amount", test: .equals(.integer(2)))
    case 5: Filter(field: "day", test: .atLeast(.integer(4)))
    case 6: Filter(field: "open", test: .equals(.integer(1)))
    case 7: Filter(field: "id", test: .atMost(.integer(30)))
    default: Filter(field: "name", test: .known(Bool.random(using: &random)))
    }
  }
}
