import AlmanacDeclarations
import Testing

@testable import AlmanacBrowser

/// What a browser must know of types and filters is what dataset files and addresses say.
@Suite struct `The rules of a browser` {
  @Test(arguments: FieldType.allCases)
  func `know every type of a dataset file`(type: FieldType) throws {
    let kind = try #require(FieldKind(type: type.rawValue.utf8))
    #expect(kind.isSearched == [.text, .link, .image, .list].contains(type))
    let isOnScale = [.whole, .number, .date, .time].contains(kind) && type != .boolean
    #expect(isOnScale == type.isRanged)
    #expect(FieldKind(type: "\(type)s".utf8) == nil)
  }

  @Test(arguments: [
    "0", "-1", "+7", "2011", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "-9223372036854775809", "99999999999999999999", "", "-", "+", "1.5", " 1", "1 ", "0x1", "１",
    "--1", "007",
  ])
  func `read whole numbers as addresses do`(text: String) {
    #expect(Int64(ascii: Array(text.utf8)) == Int64(text))
  }

  @Test(
    arguments: [FieldType.integer, .year, .date, .timestamp, .datetime, .text, .list],
    [
      "5", "x", "", "2026-11-21", "2026-11-21T14:02:48Z", "2026-11-21T14:02:48.5+02:00",
      "2026-02-30", "-0044-03-15", "1763733768000",
    ])
  func `take the values that the server takes`(type: FieldType, text: String) throws {
    let schema = Self.schema(type).withUnsafeBytes { KeptSchema($0) }
    let condition = Self.condition(text).withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      return schema.flatMap { KeptCondition(&reader, $0) }
    }
    #expect((condition == nil) == (FilterValue.read(text, type) == nil))
  }

  private static func schema(_ type: FieldType) -> [UInt8] {
    var page = PageBytes()
    page.word(1)
    page.text("root")
    page.word(1)
    page.text(type.rawValue)
    page.words([])
    page.words([])
    page.word(-1)
    page.word(-1)
    return page.bytes
  }

  private static func condition(_ text: String) -> [UInt8] {
    var page = PageBytes()
    page.word(0)
    page.word(0)
    page.text(text)
    return page.bytes
  }
}
