import AlmanacCore
import Testing

@Suite struct `A timestamp` {
  static func read(_ text: String) -> Int64? {
    Timestamp(iso: Array(text.utf8))?.millisecondsSinceEpoch
  }

  @Test(
    arguments: [
      ("1970-01-01", 0), ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999Z", -1),
      ("2024-02-29T14:05:09.123Z", 1_709_215_509_123),
      ("2024-02-29 14:05:09,123", 1_709_215_509_123),
      ("2024-02-29T14:05", 1_709_215_500_000), ("2024-02-29T14:05:09.1239999Z", 1_709_215_509_123),
      ("2024-02-29T14:05:09.5", 1_709_215_509_500),
      ("2024-02-29T16:05:09.12+02:00", 1_709_215_509_120),
      ("2024-02-29T08:35:09-0530", 1_709_215_509_000),
      ("2024-02-29T15:05:09+01", 1_709_215_509_000),
      ("2011-01-01T00:00:00.000", 1_293_840_000_000),
      ("-9999-01-01T00:00:00Z", -377_705_116_800_000),
      ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    ] as [(String, Int64)]) func `is read in each form that sources use`(text: String, value: Int64)
  {
    #expect(Self.read(text) == value)
  }

  @Test(arguments: [
    "", "T", "2024-02-29T", "2024-02-29T24:00:00Z", "2024-02-29T14", "2024-02-29T14:60Z",
    "2024-02-29T14:05:60Z", "2024-02-29T14:05:09.", "2024-02-29T14:05:09.Z",
    "2024-02-29T14:05:09ZZ",
    "2024-02-29T14:05:09+2", "2024-02-29T14:05:09+24:00", "2024-02-29T14:05:09+02:60",
    "2024-02-29T14:05:09+02:", "2023-02-29T00:00:00Z", "2024-02-29x14:05", "2024-02-29Z",
    "9999-12-31T23:59:59-01:00", "-9999-01-01T00:00:00+00:01",
  ]) func `is not made of anything else`(text: String) {
    #expect(Self.read(text) == nil)
  }

  @Test func `comes back from its own text, and from its parts`() throws {
    var random = SeededRandom(seed: 5)
    for _ in 0..<20_000 {
      let value = Int64.random(in: Timestamp.milliseconds, using: &random)
      let moment = try #require(Timestamp(millisecondsSinceEpoch: value))
      #expect(Timestamp(iso: moment.iso) == moment)
      let rebuilt = Timestamp(
        moment.date, hour: moment.hour, minute: moment.minute, second: moment.second,
        millisecond: moment.millisecond)
      #expect(rebuilt == moment)
    }
  }

  @Test func `leaves zero milliseconds out of its text`() throws {
    let moment = try #require(Timestamp(millisecondsSinceEpoch: -1_000))
    #expect(String(decoding: moment.iso, as: UTF8.self) == "1969-12-31T23:59:59Z")
  }

  @Test func `has no parts out of range`() throws {
    let date = try #require(CivilDate(year: 2024, month: 2, day: 29))
    #expect(Timestamp(date, hour: 24) == nil)
    #expect(Timestamp(date, minute: 60) == nil)
    #expect(Timestamp(date, second: -1) == nil)
    #expect(Timestamp(date, millisecond: 1_000) == nil)
    #expect(Timestamp(millisecondsSinceEpoch: .min) == nil)
    #expect(Timestamp(millisecondsSinceEpoch: .max) == nil)
  }
}
