import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacCommandLine

@Suite struct `Formatters of the command line, for any number,` {
  private static let numbers: [Double] = [
    0, -0.0, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 5e14,
    1e15, -999_999_999_999_999.9, 0x1p63, 0x1p64, 1e300,
  ]

  @Test(arguments: numbers)
  func `write one short line`(number: Double) {
    for decimals in [nil, 0, 2, 9, 400, -1] {
      let field = Field(name: "price", type: .number, decimals: decimals)
      #expect(PlainText.text(.number(number), field).count <= 48)
      #expect(WatchValue.decimal(number, decimals).count <= 48)
    }
  }

  @Test(arguments: [Int64.min, -1, 0, 1, .max, 1 << 62])
  func `write sizes and whole numbers in one short line`(number: Int64) {
    #expect(ByteText.text(number).count <= 32)
    for type in FieldType.allCases {
      #expect(PlainText.text(.integer(number), Field(name: "a", type: type)).count <= 32)
    }
  }
}
