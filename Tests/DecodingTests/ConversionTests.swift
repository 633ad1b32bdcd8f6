import AlmanacDecoding
import AlmanacDeclarations
import Testing

@Suite struct `A conversion` {
  @Test(arguments: ["null", #""""#, #""  \t""#, #""\u00a0 ""#])
  func `takes null and blank text for no value, whatever the type`(_ json: String) throws {
    for type in FieldType.allCases {
      let read = try value(json, as: type)
      #expect(read.value == .absent, "\(type)")
      #expect(read.extra == nil, "\(type)")
    }
  }

  @Test(arguments: [
    (#""  Łódź  Kaliska ""#, Value.text("  Łódź  Kaliska ")), ("533", .text("533")),
    ("true", .text("true")), (#""a\"b\\c\/\n\u0141\ud83d\ude00""#, .text("a\"b\\c/\nŁ😀")),
    (#""lone \ud83d surrogate""#, .text("lone \u{FFFD} surrogate")),
  ])
  func `keeps a text as it was sent`(_ json: String, _ expected: Value) throws {
    #expect(try value(json, as: .text).value == expected)
  }

  @Test(arguments: [
    ("5", Value.integer(5)), (#""5""#, .integer(5)), (#""5.0""#, .integer(5)),
    ("5e2", .integer(500)),
    ("-0", .integer(0)), (#""+7""#, .integer(7)), (#""0042""#, .integer(42)),
    (#""107,000""#, .integer(107_000)), (#""1,107,000""#, .integer(1_107_000)),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    (#""NaN""#, .absent), (#""-inf""#, .absent), ("5.00000000000000000000000", .integer(5)),
    ("0e400", .integer(0)),
  ])
  func `reads whole numbers`(_ json: String, _ expected: Value) throws {
    #expect(try value(json, as: .integer).value == expected)
  }

  @Test(arguments: [
    ("21", 21.0), (#""21""#, 21), ("78.400000000000006", 78.400000000000006),
    (#""107,000.5""#, 107_000.5),
    ("1e22", 1e22), ("1e23", 1e23), ("9007199254740993", 9007199254740992), ("2.5e-3", 0.0025),
    ("0.1", 0.1), ("123456789012345678901234567890", 1.2345678901234568e29),
    ("5e-324", .leastNonzeroMagnitude), ("0e-400", 0), (#"".5""#, 0.5), (#""5.""#, 5),
    ("-113.000000", -113),
    ("1.7976931348623157e308", .greatestFiniteMagnitude),
  ])
  func `reads numbers to the nearest double`(_ json: String, _ expected: Double) throws {
    #expect(try value(json, as: .number).value == .number(expected))
  }

  @Test func `agrees with the standard library on random decimals`() throws {
    var generator = SeededGenerator(state: 7)
    for _ in 0..<5_000 {
      let digits =
        UInt64.random(in: 0...(.max), using: &generator)
        >> UInt64.random(in: 0..<64, using: &generator)
      let exponent = Int.random(in: -40...40, using: &generator)
      let text = "\(digits)e\(exponent)"
      #expect(try value(text, as: .number).value == .number(Double(text) ?? .nan), "\(text)")
    }
  }

  @Test(arguments: [
    ("5.5", FieldType.integer), ("9223372036854775808", .integer), (#""12,5""#, .number),
    (#""1,0000""#, .number), (#"",5""#, .number), (#""five""#, .number), ("1e400", .number),
    ("1e-400", .number), ("-1e400", .number), (#""1e400""#, .number), ("1e400", .integer),
    ("-9223372036854775809", .integer), ("100000000000000000", .timestamp),
    ("-9223372036854775808", .timestamp), ("253402300800000", .timestamp), ("1000000", .year),
    (#""9999-12-31T23:59:59-12:00""#, .timestamp), (#""12026-01-01""#, .date),
    (#""0x10""#, .number), ("true", .number), ("[1]", .number), ("2", .boolean),
    (#""maybe""#, .boolean),
    ("{\"a\":1}", .text), ("[\"a\"]", .text), (#""2026-02-29""#, .date), (#""2026-13-01""#, .date),
    ("20261121", .date), (#""2026-11-21T03:38:00""#, .timestamp), (#""soon""#, .datetime),
    ("1880.5", .year), ("{\"a\":1}", .point), (#""nowhere""#, .point), ("[1,2,3,4]", .point),
    ("{\"a\":1}", .list), ("[[1]]", .list), ("5", .currencies), ("[5]", .link),
  ])
  func `keeps an ill-typed value as it was sent`(_ json: String, _ type: FieldType) throws {
    let decoded = try decode(#"[{"id":1,"it":\#(json)}]"#, dataset(field("it", type)))
    #expect(
      decoded.records == [Record(id: .integer(1), values: [.absent], extra: #"{"it":\#(json)}"#)])
    #expect(decoded.page.drift.retypedFields == ["it"])
  }

  @Test(arguments: [
    ("true", Value.integer(1)), (#""FALSE""#, .integer(0)), ("0", .integer(0)),
    (#""1""#, .integer(1)),
    (#""Yes""#, .integer(1)), (#""no""#, .integer(0)),
  ])
  func `reads yes and no`(_ json: String, _ expected: Value) throws {
    #expect(try value(json, as: .boolean).value == expected)
  }

  @Test(
    arguments: [
      ("1880", 1880), (#""1880""#, 1880), (#""0860""#, 860), (#""860""#, 860), ("2101", 2101),
      (#""1880-01-01T00:00:00.000""#, 1880), (#""1880-01-01T00:00:00""#, 1880),
      (#""01/01/1880 12:00:00 AM""#, 1880), (#""1880-01-01""#, 1880), ("-44", -44),
    ] as [(String, Int64)])
  func `reads years in all their spellings`(_ json: String, _ expected: Int64) throws {
    #expect(try value(json, as: .year).value == .integer(expected))
  }

  @Test(
    arguments: [
      (#""1970-01-01""#, 0), (#""1969-12-31""#, -1), (#""2000-02-29""#, 11_016),
      (#""2026-11-21""#, 20_778),
      (#""2026-11-21T23:59:59Z""#, 20_778), (#""0001-01-01""#, -719_162),
      (#""2026/11/21""#, 20_778), (#""2026.11.21""#, 20_778),
    ] as [(String, Int64)])
  func `counts days since 1970`(_ json: String, _ expected: Int64) throws {
    #expect(try value(json, as: .date).value == .integer(expected))
  }

  @Test(
    arguments: [
      (#""2026-11-21T03:38:00Z""#, 1_795_232_280_000),
      (#""2026-11-21T04:38:00.123+01:00""#, 1_795_232_280_123),
      (#""2026-11-21 02:38:00.1239-0100""#, 1_795_232_280_123), ("1795232280", 1_795_232_280_000),
      ("1795232280123", 1_795_232_280_123), ("1795232280.5", 1_795_232_280_500),
      (#""1795232280""#, 1_795_232_280_000),
    ] as [(String, Int64)])
  func `counts milliseconds in UTC`(_ json: String, _ expected: Int64) throws {
    #expect(try value(json, as: .timestamp).value == .integer(expected))
  }

  @Test(
    arguments: [
      (#""2026-11-21T03:38:00.000""#, 1_795_232_280_000),
      (#""2026-11-21T03:38:00""#, 1_795_232_280_000),
      (#""2026-11-21T03:38:00+05:00""#, 1_795_232_280_000), (#""1970-01-01""#, 0),
    ] as [(String, Int64)])
  func `keeps a floating time as the clock on the wall shows it`(
    _ json: String, _ expected: Int64
  ) throws {
    #expect(try value(json, as: .datetime).value == .integer(expected))
  }

  @Test(arguments: [
    (#""11/21/2026 03:38:00 AM""#, DateOrder.mdy, 1_795_232_280_000),
    (#""11/21/2026 03:38:00 PM""#, .mdy, 1_795_275_480_000),
    (#""21/11/2026 03:38:00 AM""#, .dmy, 1_795_232_280_000),
  ])
  func `reads dates in the declared order alone`(
    _ json: String, _ order: DateOrder, _ expected: Int64
  ) throws {
    #expect(try value(json, as: .datetime, order: order).value == .integer(expected))
    #expect(try value(json, as: .date, order: order).value == .integer(20_778))
    let other: DateOrder = order == .mdy ? .dmy : .mdy
    for order in [nil, other] {
      #expect(try value(json, as: .date, order: order).extra == #"{"it":\#(json)}"#)
    }
  }
}
