import AlmanacCore
import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacWebsite

@Suite struct `Numbers for people` {
  let words: Catalogue
  var numbers: NumberText { NumberText(words: words) }

  init() throws {
    words = try Catalogue(contentsOf: TrialLibrary.share.appending(path: "words/en.json"))
  }

  @Test(
    arguments: [
      (0, "0"), (999, "999"), (1000, "1,000"), (1_000_412, "1,000,412"), (-12345, "−12,345"),
      (Int64.min, "−9,223,372,036,854,775,808"),
    ] as [(Int64, String)])
  func `have their digits grouped`(number: Int64, text: String) {
    #expect(numbers.integer(number) == text)
  }

  @Test(
    arguments: [
      (64.998, 2, "65.00"), (65.005, 2, "65.01"), (-0.001, 2, "0.00"), (0.05, 1, "0.1"),
      (1234.5, 0, "1,235"), (2016480.4, 0, "2,016,480"), (7, 2, "7.00"), (0.009, 2, "0.01"),
      (-1.5, 1, "−1.5"),
    ] as [(Double, Int, String)])
  func `are rounded to their decimals`(number: Double, decimals: Int, text: String) {
    #expect(numbers.decimal(number, decimals: decimals) == text)
  }

  @Test(
    arguments: [
      (54.81667, "54.81667"), (-19.58333, "−19.58333"), (1234567.25, "1,234,567.25"), (3, "3"),
      (1e20, "1e+20"), (0.00001, "1e-05"),
    ] as [(Double, String)])
  func `keep what they have where no decimals are declared`(number: Double, text: String) {
    #expect(numbers.decimal(number) == text)
  }

  @Test(
    arguments: [
      (21, "21 g"), (992.5, "992.5 g"), (1070, "1.07 kg"), (14200, "14.2 kg"), (100000, "100 kg"),
      (60_000_000, "60 t"), (999.999, "999.999 g"),
    ] as [(Double, String)])
  func `of grams turn into kilograms and tonnes`(number: Double, text: String) {
    let units = UnitText(words: words)
    #expect(units.text(number, unit: "g", decimals: nil).replacing("\u{A0}", with: " ") == text)
  }

  @Test func `of people are counted in words`() {
    let units = UnitText(words: words)
    #expect(units.text(1, unit: "people") == "1 person")
    #expect(units.text(37_392_000, unit: "people") == "37,392,000 people")
    #expect(units.text(12, unit: "bushels") == "12\u{A0}bushels")
  }
}

@Suite struct `Dates for people` {
  let dates: DateText

  init() throws {
    dates = DateText(
      words: try Catalogue(contentsOf: TrialLibrary.share.appending(path: "words/en.json")))
  }

  /// Now is Saturday, 21 November 2026, 14:05 UTC.
  @Test(arguments: [
    ("2026-11-21T06:12:00Z", "today 06:12"), ("2026-11-20T23:59:00Z", "yesterday 23:59"),
    ("2026-11-22T06:12:00Z", "tomorrow 06:12"), ("2026-11-19T09:30:00Z", "Thursday 09:30"),
    ("2026-11-15T09:30:00Z", "Sunday 09:30"), ("2026-11-14T09:30:00Z", "14 November 2026"),
    ("2026-11-26T09:30:00Z", "Thursday 09:30"), ("2026-03-03T00:00:00Z", "3 March 2026"),
    ("1969-12-31T23:59:59Z", "31 December 1969"),
  ])
  func `are told from now`(date: String, text: String) throws {
    let date = try Date(date, strategy: .iso8601)
    #expect(dates.moment(date, now: TrialLibrary.now) == text)
  }

  @Test func `have their weekday`() throws {
    let day = try #require(CivilDate(year: 2026, month: 11, day: 21))
    #expect(dates.longDay(day) == "Saturday, 21 November 2026")
    let old = try #require(CivilDate(year: 1969, month: 12, day: 28))
    #expect(dates.longDay(old) == "Sunday, 28 December 1969")
  }

  @Test func `say their second in a table`() throws {
    let instant = try #require(Timestamp(millisecondsSinceEpoch: 1_795_269_768_999))
    #expect(dates.instant(instant) == "21 Nov 2026, 14:02:48")
  }
}

@Suite struct `Values for people` {
  let text: ValueText

  init() throws {
    text = ValueText(
      words: try Catalogue(contentsOf: TrialLibrary.share.appending(path: "words/en.json")))
  }

  @Test func `leave absent ones out`() {
    #expect(text.text(.absent, of: Field(name: "x", type: .text)) == nil)
  }

  @Test func `tell years, truths and days`() {
    #expect(text.text(.integer(2013), of: Field(name: "x", type: .year)) == "2013")
    #expect(text.text(.integer(-43), of: Field(name: "x", type: .year)) == "44 BC")
    #expect(text.text(.integer(1), of: Field(name: "x", type: .boolean)) == "yes")
    #expect(text.text(.integer(0), of: Field(name: "x", type: .date)) == "1 January 1970")
  }

  @Test func `tell currencies with their symbol where they have one`() {
    let field = Field(name: "x", type: .currencies)
    let zloty = Currency(code: "PLN", name: "Polish złoty", symbol: "zł")
    let bare = Currency(code: "QQQ")
    #expect(text.text(.currencies([zloty, bare]), of: field) == "Polish złoty (zł), QQQ")
  }

  @Test(arguments: [
    (54.81667, 61.11667, "54° 49′ N, 61° 7′ E"), (-19.58333, 17.91667, "19° 35′ S, 17° 55′ E"),
    (0, 0, "0° 0′ N, 0° 0′ E"), (59.9999, -179.9999, "60° 0′ N, 180° 0′ W"),
  ])
  func `tell places in degrees and minutes`(latitude: Double, longitude: Double, told: String)
    throws
  {
    let point = try #require(Point(latitude: latitude, longitude: longitude))
    let place = text.places.text(point).replacing("\u{A0}", with: " ")
    #expect(place == told)
  }

  @Test func `lead to a map`() throws {
    let point = try #require(Point(latitude: 54.81667, longitude: -61.11667))
    #expect(
      PlaceText.mapAddress(point)
        == "https://www.openstreetmap.org/?mlat=54.81667&mlon=-61.11667#map=8/54.81667/-61.11667")
  }
}
