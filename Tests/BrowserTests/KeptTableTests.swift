import AlmanacCore
import AlmanacDecoding
import Testing

@testable import AlmanacBrowser

@Suite struct `A kept table` {
  private static let peaks = [
    Peak(id: 4, name: "Rysy", height: 2501, climbed: "1840-07-30", lands: ["Poland", "Slovakia"]),
    Peak(id: 2, name: "gerlach", height: 2655, climbed: "-0044-03-15", lands: ["slovakia"]),
    Peak(id: 9, name: nil, height: nil, climbed: nil),
    Peak(id: 1, name: "Łysica", height: 614, climbed: "0044-03-15", lands: ["Poland"]),
    Peak(id: 3, name: "Rýsy", height: 2501, place: (49.2, 20.1)),
    Peak(id: 5, name: nil, height: 2501),
  ]

  private static func order(
    _ terms: [(field: Int?, isDescending: Bool)], sections: Int = -1
  ) throws -> [Int64] {
    var table = try #require(KeptTable.peaks(peaks, sections: sections))
    let order = table.order(
      terms.map { KeptTerm(field: $0.field, isDescending: $0.isDescending) }, .root)
    return table.ids(order)
  }

  @Test func `puts absent values last in both directions, and ties by the key`() throws {
    #expect(try Self.order([(1, false)]) == [1, 3, 4, 5, 2, 9])
    #expect(try Self.order([(1, true)]) == [2, 3, 4, 5, 1, 9])
    #expect(try Self.order([(0, false)]) == [2, 1, 4, 3, 5, 9])
    #expect(try Self.order([(0, true)]) == [3, 4, 1, 2, 5, 9])
  }

  @Test func `sorts by several fields, and lets nothing behind the key decide`() throws {
    #expect(try Self.order([(1, true), (0, false)]) == [2, 4, 3, 5, 1, 9])
    #expect(try Self.order([(nil, true), (0, false)]) == [9, 5, 4, 3, 2, 1])
    #expect(try Self.order([(1, true), (nil, true)]) == [2, 5, 4, 3, 1, 9])
    #expect(try Self.order([]) == [1, 2, 3, 4, 5, 9])
  }

  @Test func `sorts days as they are written, and lists by their first text`() throws {
    #expect(try Self.order([(2, false)]) == [2, 1, 4, 3, 5, 9])
    #expect(try Self.order([(3, false)]) == [1, 4, 2, 3, 5, 9])
  }

  @Test func `keeps sections apart whose names tie`() throws {
    let twins = [
      Peak(id: 1, name: "a!", height: 1), Peak(id: 2, name: "a", height: 2),
      Peak(id: 3, name: "a!", height: 3),
    ]
    var table = try #require(KeptTable.peaks(twins))
    let terms = [
      KeptTerm(field: 0, isDescending: false), KeptTerm(field: 1, isDescending: true),
    ]
    #expect(table.ids(table.order(terms, .root)) == [3, 2, 1])
    table = try #require(KeptTable.peaks(twins, sections: 0))
    #expect(table.ids(table.order(terms, .root)) == [2, 3, 1])
  }

  @Test func `finds in its own order, and marks in units of UTF-16`() throws {
    let table = try #require(KeptTable.peaks(Self.peaks))
    var answer = ByteWriter()
    table.find(Array("slov".utf8), offset: 0, limit: 10, to: &answer)
    let found = answer.bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      return (total: reader.word(), isPartial: reader.word(), rows: reader.words())
    }
    #expect(found.total == 2)
    #expect(found.isPartial == 0)
    #expect(table.ids(try #require(found.rows)) == [2, 4])

    let marked = try #require(KeptTable.peaks([Peak(id: 1, name: "𝔸 Łódź", lands: ["łodz 1"])]))
    answer = ByteWriter()
    marked.marks(of: 0, Array("lodz".utf8), .word, to: &answer)
    let marks = answer.bytes.withUnsafeBytes { bytes in
      var reader = ByteReader(bytes)
      let count = reader.word()
      let fields = (0..<2).map { _ in
        let place = (reader.word(), reader.word())
        return (place, reader.text().map { String(decoding: $0, as: UTF8.self) }, reader.words())
      }
      return (count: count, fields: fields, isAtEnd: reader.isAtEnd)
    }
    #expect(marks.count == 2 && marks.isAtEnd)
    #expect(marks.fields[0].1 == "łodz 1" && marks.fields[0].2 == [0, 4])
    #expect(marks.fields[1].1 == "𝔸 Łódź" && marks.fields[1].2 == [3, 7])
  }

  @Test func `reads nothing but what a page writes, and never fails`() throws {
    let (schema, rows) = (Peak.schema(), Peak.rows(Self.peaks))
    var random = SplitMix64(seed: 1)
    for _ in 0..<5_000 {
      var damaged = Bool.random(using: &random) ? schema : rows
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: damaged.indices, using: &random)
        damaged[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      }
      damaged.removeLast(Int.random(in: 0..<4, using: &random))
      _ = damaged.withUnsafeBytes { KeptSchema($0) }
      guard let whole = schema.withUnsafeBytes({ KeptSchema($0) }) else { break }
      var table = KeptTable(whole)
      if damaged.withUnsafeBytes({ table.add($0) }) { table.finish(using: NativeMath.self) }
    }
    #expect(KeptTable.peaks(Self.peaks)?.count == 6)
    for length in rows.indices {
      var table = KeptTable(try #require(schema.withUnsafeBytes { KeptSchema($0) }))
      let isRead = rows[..<length].withUnsafeBytes { table.add($0) }
      #expect(!isRead, "\(length) bytes of \(rows.count)")
    }
  }
}
