import AlmanacCore
import Testing

@Suite struct `A civil date` {
  /// The day after, counted by hand.
  static func dayAfter(_ date: (Int, Int, Int)) -> (Int, Int, Int) {
    let (year, month, day) = date
    let february = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0) ? 29 : 28
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    if day < lengths[month - 1] { return (year, month, day + 1) }
    return month < 12 ? (year, month + 1, 1) : (year + 1, 1, 1)
  }

  @Test func `counts every day of four thousand years`() throws {
    var parts = (-1_000, 1, 1)
    let first = try #require(CivilDate(year: -1_000, month: 1, day: 1))
    var days = first.daysSinceEpoch
    var wrong = 0
    while parts.0 < 3_000 {
      let date = CivilDate(year: parts.0, month: parts.1, day: parts.2)
      if date?.daysSinceEpoch != days || CivilDate(daysSinceEpoch: days) != date { wrong += 1 }
      parts = Self.dayAfter(parts)
      days += 1
    }
    #expect(wrong == 0)
    #expect(days - first.daysSinceEpoch == 1_460_970)
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2024-02-29", 19_782),
    ("0000-03-01", -719_468), ("-9999-01-01", -4_371_587), ("9999-12-31", 2_932_896),
  ]) func `knows how far it is from the epoch`(iso: String, days: Int) throws {
    let date = try #require(CivilDate(iso: Array(iso.utf8)))
    #expect(date.daysSinceEpoch == days)
    #expect(CivilDate(daysSinceEpoch: days) == date)
    #expect(date.iso == Array(iso.utf8))
  }

  @Test func `ends where its years end`() {
    #expect(CivilDate(daysSinceEpoch: -4_371_588) == nil)
    #expect(CivilDate(daysSinceEpoch: 2_932_897) == nil)
    #expect(CivilDate(daysSinceEpoch: .min) == nil)
    #expect(CivilDate(daysSinceEpoch: .max) == nil)
    #expect(CivilDate(year: 10_000, month: 1, day: 1) == nil)
    #expect(CivilDate(year: -10_000, month: 1, day: 1) == nil)
  }

  @Test(arguments: [
    "", "2024", "2024-2-9", "2024-02-30", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10",
    "2024-01-00", "2024-01-32", "2024-04-31", "20240101", "2024/01/01", "2024-01-01 ",
    " 2024-01-01",
    "2024-01-01T", "--024-01-01", "２０24-01-01", "12024-01-01",
  ]) func `is not made of anything else`(text: String) {
    #expect(CivilDate(iso: Array(text.utf8)) == nil)
  }

  @Test func `takes a year with a sign`() {
    #expect(CivilDate(iso: Array("-0044-03-15".utf8)) == CivilDate(year: -44, month: 3, day: 15))
    #expect(CivilDate(iso: Array("+2024-01-01".utf8)) == CivilDate(year: 2024, month: 1, day: 1))
  }

  @Test func `comes before later dates`() throws {
    let dates = try ["-0001-12-31", "0000-01-01", "2023-12-31", "2024-01-01", "2024-01-02"].map {
      try #require(CivilDate(iso: Array($0.utf8)))
    }
    #expect(dates.reversed().sorted() == dates)
  }
}
