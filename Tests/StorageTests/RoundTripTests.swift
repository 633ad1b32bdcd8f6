import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacStorage

@Suite struct `A record in a store` {
  static let hard = "\u{0}\u{1}\u{8}\t\n\u{c}\r\u{1f} \"quoted\" \\ / łódź 日本 🚉 \u{7f}\u{2028}"

  /// Values of every type, easy and hard ones, and none at all.
  static let samples: [[FieldType: Value]] = [
    [
      .text: .text(hard), .integer: .integer(.min), .number: .number(78.400000000000006),
      .boolean: .integer(1), .year: .integer(-44), .date: .integer(-719_162),
      .timestamp: .integer(1_795_269_768_123), .datetime: .integer(-1),
      .link: .text("https://example.org/?a=\"b\""), .image: .text("https://example.org/ł.png"),
      .list: .list(["UTC+01:00", hard, ""]),
      .currencies: .currencies([Currency(code: "PLN", name: "Polish \"złoty\"", symbol: "zł")]),
    ],
    [
      .text: .text("x"), .integer: .integer(.max), .number: .number(-1e300), .boolean: .integer(0),
      .year: .integer(2101), .date: .integer(2_932_896), .timestamp: .integer(0),
      .datetime: .integer(253_402_300_799_999), .list: .list(["one"]),
      .currencies: .currencies([Currency(code: "A"), Currency(code: "B", symbol: "\\")]),
    ],
    [.number: .number(-0.0), .integer: .integer(0), .text: .text(" ")],
    [:],
  ]

  static func records(_ places: [Value]) -> [Record] {
    samples.enumerated().map { number, values in
      let fields = FieldType.allCases.map { $0 == .point ? places[number] : values[$0] ?? .absent }
      let extra = number == 1 ? #"{"deep":{"list":[1,null,"ł\n"]}}"# : nil
      return Record(id: .text("\(number) \"key\" ł"), values: fields, extra: extra)
    }
  }

  static func places() throws -> [Value] {
    [
      .point(try #require(Point(latitude: -90, longitude: 180))),
      .point(try #require(Point(latitude: 54.81667, longitude: -0.1))), .absent, .absent,
    ]
  }

  @Test func `comes back as it was, whatever its types`() async throws {
    try await withStore(.everything) { store in
      let records = try Self.records(Self.places())
      try await store.sync(records)
      #expect(try store.all() == records)
    }
  }

  @Test func `reads as JSON what JSONSerialization reads`() async throws {
    try await withStore(.everything) { store in
      let records = try Self.records(Self.places())
      try await store.sync(records)
      let rows = try store.json(.ordered([], [], 0, 10)).rows
      let bytes = [UInt8(ascii: "[")] + rows + [UInt8(ascii: "]")]
      let read = try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]]
      let objects = try #require(read)
      #expect(objects.count == records.count)
      for (object, record) in zip(objects, records) {
        #expect(object["id"] as? String == record.id.description)
        for (field, value) in zip(Dataset.everything.fields, record.values) {
          let json = try #require(object[field.name])
          #expect(matches(json, value, field.type), "\(field.name): \(json) for \(value)")
        }
      }
    }
  }

  /// Whether JSON says what a value says.
  private func matches(_ json: Any, _ value: Value, _ type: FieldType) -> Bool {
    switch value {
    case .absent: json is NSNull
    case .integer(let number) where type == .boolean: json as? Bool == (number == 1)
    case .integer(let days) where type == .date: json as? String == isoDate(days)
    case .integer(let moment) where type == .timestamp || type == .datetime:
      json as? String == written(moment, isInstant: type == .timestamp)
    case .integer(let number): (json as? NSNumber)?.int64Value == number
    case .number(let number): (json as? NSNumber)?.doubleValue == number
    case .text(let text): json as? String == text
    case .list(let texts): json as? [String] == texts
    case .currencies(let currencies):
      (json as? [[String: String]])
        == currencies.map { ["code": $0.code, "name": $0.name, "symbol": $0.symbol] }
    case .point(let point):
      (json as? [String: Double])
        == ["latitude": point.latitude, "longitude": point.longitude]
    }
  }

  /// A moment as Foundation writes it.
  private func written(_ milliseconds: Int64, isInstant: Bool) -> String {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let whole = milliseconds.floorDivided(by: 1000)
    let text = Date(timeIntervalSince1970: Double(whole)).formatted(style)
    let fraction = String(1000 + milliseconds - whole * 1000).dropFirst()
    return text.replacing(".000Z", with: ".\(fraction)\(isInstant ? "Z" : "")")
  }

  @Test(arguments: [Dataset.peaks, .peaksByText])
  func `is found by its key`(dataset: Dataset) async throws {
    try await withStore(dataset) { store in
      let isInteger = dataset.key.isInteger
      let records: [Record] =
        isInteger ? [.peak(-5, "a"), .peak(7, "b")] : [.peak("007", "a"), .peak("7", "b")]
      try await store.sync(records)
      for record in records {
        let row = try #require(try store.row(of: record.id))
        #expect(try store.records(.rows([row])).rows == [record])
      }
      #expect(try store.row(of: isInteger ? .integer(8) : .text("07")) == nil)
    }
  }

  @Test func `keeps its text when another record with nearly the same key comes`() async throws {
    try await withStore(.peaksByText) { store in
      let keys = ["a", "A", "á", "a ", "ł", "l"]
      try await store.sync(keys.map { .peak($0, "of \($0)") })
      #expect(Set(try store.names()) == Set(keys.map { "of \($0)" }))
    }
  }

  @Test func `leaves no trace in JSON when it is gone`() async throws {
    try await withStore { store in
      try await store.sync([.peak(1, "a"), .peak(3, "c")])
      let bytes = try store.json(.rows([1, 2, 3, 4])).rows
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.matches(of: /"id"/).count == 2)
      #expect(text.contains("},{") && !text.hasSuffix(","))
    }
  }
}
