import AlmanacStorage
import Foundation
import Testing

@Suite struct `JSON written by hand` {
  @Test func `reads back every character below U+3000, each alone`() throws {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    let texts = (0..<0x3000).compactMap(Unicode.Scalar.init).map { "a\($0)b" }
    for (index, text) in texts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONBytes.append(text, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
    let read = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String]
    #expect(read == texts)
  }

  /// Patterns drawn from all there are (Knuth's MMIX generator), the edges before them.
  @Test func `writes any bit pattern as a number, a day or a moment that fits a line`() throws {
    var (bits, edges): (UInt64, [Int64]) = (16, [.min, .max, -1, 0, .min + 1, .max - 1])
    for _ in 0..<20_000 {
      bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let whole = edges.popLast() ?? Int64(bitPattern: bits)
      let number = Double(bitPattern: UInt64(bitPattern: whole))
      let written = text { JSONBytes.append(number, to: &$0) }
      let isSame = number.isFinite ? Double(written) == number : written == "null"
      if !isSame || written.utf8.count > 24 { Issue.record("\(number): \(written)") }
      let moment = text { JSONBytes.append(milliseconds: whole, isInstant: true, to: &$0) }
      if moment.utf8.count > 28 { Issue.record("\(whole): \(moment)") }
      if text({ JSONBytes.append(whole, to: &$0) }) != "\(whole)" { Issue.record("\(whole)") }
    }
  }

  @Test(arguments: [Int64.min, -1, 0, 9, 10, 1_000_000, .max])
  func `writes whole numbers as they are`(number: Int64) {
    #expect(text { JSONBytes.append(number, to: &$0) } == "\(number)")
  }

  @Test(arguments: [
    (0.1, "0.1"), (2500, "2500"), (-0.0, "0"), (78.400000000000006, "78.4"), (1e16, "1e+16"),
    (9_007_199_254_740_992, "9007199254740992.0"), (.infinity, "null"), (.nan, "null"),
    (5e-300, "5e-300"),
  ])
  func `writes numbers in their shortest form`(number: Double, expected: String) throws {
    let written = text { JSONBytes.append(number, to: &$0) }
    #expect(written == expected)
    if number.isFinite { #expect(Double(written) == number) }
  }

  @Test(arguments: [
    (0, "\"1970-01-01T00:00:00.000Z\""), (-1, "\"1969-12-31T23:59:59.999Z\""),
    (1_795_269_768_123, "\"2026-11-21T14:02:48.123Z\""),
    (-62_198_755_200_000, "\"-0001-01-01T00:00:00.000Z\""), (.max, "null"), (.min, "null"),
  ])
  func `writes moments, and null for what no calendar reaches`(
    milliseconds: Int64, expected: String
  ) {
    #expect(
      text { JSONBytes.append(milliseconds: milliseconds, isInstant: true, to: &$0) } == expected)
  }

  private func text(_ write: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    write(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
