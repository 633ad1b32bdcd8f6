import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacCommandLine

@Suite struct `A screen's painter` {
  @Test func `writes only the lines that differ`() {
    var painter = ScreenPainter(hasColours: true)
    let first = painter.paint([StyledLine("one"), StyledLine("two", .bold)])
    #expect(
      first.contains("\u{1B}[2J") && first.contains("one")
        && first.contains("\u{1B}[1mtwo\u{1B}[0m"))
    #expect(painter.paint([StyledLine("one"), StyledLine("two", .bold)]).isEmpty)
    #expect(painter.paint([StyledLine("one"), StyledLine("two")]) == "\u{1B}[2;1H\u{1B}[2Ktwo")
    #expect(painter.paint([StyledLine("one")]).hasPrefix("\u{1B}[2J"))
  }

  @Test func `uses colours only where they are welcome, and weight in any case`() {
    let line = StyledLine("65.10▲", [.bold, .rise])
    #expect(line.commands(hasColours: true) == "\u{1B}[1;32m65.10▲\u{1B}[0m")
    #expect(line.commands(hasColours: false) == "\u{1B}[1m65.10▲\u{1B}[0m")
  }
}

@Suite struct `Values on a terminal` {
  private func text(_ value: JSONValue, _ field: Field, zone: String = "UTC") throws -> String {
    WatchValue(zone: try #require(TimeZone(identifier: zone))).text(value, of: field)
  }

  @Test func `have the declared decimals and groups of thousands`() throws {
    let price = Field(name: "price", type: .number, decimals: 2)
    #expect(try text(.number(1_234_567.891), price) == "1,234,567.89")
    #expect(
      try text(.integer(65), price) == "65.00" && text(.number(-1234.5), price) == "-1,234.50")
    let amount = Field(name: "amount", type: .number, decimals: 0)
    #expect(try text(.number(999_999.6), amount) == "1,000,000")
    let plain = Field(name: "plain", type: .number)
    #expect(try text(.number(0.125), plain) == "0.125" && text(.number(1e300), plain) == "1e+300")
    #expect(try text(.integer(1_000_000), Field(name: "n", type: .integer)) == "1,000,000")
    #expect(try text(.integer(2026), Field(name: "y", type: .year)) == "2026")
  }

  @Test func `tell instants in the person's zone, and floating times as they are`() throws {
    let instant = Field(name: "modified", type: .timestamp)
    #expect(try text(.text("2026-11-21T23:02:48.123Z"), instant) == "2026-11-21 23:02:48")
    #expect(
      try text(.text("2026-11-21T23:02:48.123Z"), instant, zone: "Asia/Tokyo")
        == "2026-11-22 08:02:48")
    #expect(
      try text(.text("2026-06-30T22:30:00.000Z"), instant, zone: "Europe/Warsaw")
        == "2026-07-01 00:30:00")
    #expect(try text(.text("1960-01-01T00:00:00.900Z"), instant) == "1960-01-01 00:00:00")
    let floating = Field(name: "at", type: .datetime)
    #expect(
      try text(.text("2026-11-21T23:02:48.000"), floating, zone: "Asia/Tokyo")
        == "2026-11-21 23:02:48")
  }

  @Test func `of other kinds are told in short`() throws {
    let any = Field(name: "any", type: .text)
    #expect(try text(.null, any).isEmpty && text(.bool(true), any) == "yes")
    #expect(try text(.list([.text("a"), .text("b")]), any) == "a, b")
    #expect(
      try text(.object(["latitude": .number(54.5), "longitude": .integer(22)]), any) == "54.5, 22")
    #expect(try text(.list([.object(["code": .text("PLN"), "name": .text("x")])]), any) == "PLN")
  }
}
