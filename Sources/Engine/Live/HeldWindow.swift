import AlmanacDeclarations
import AlmanacStorage

/// A window of rows as it was gathered from memory.
struct HeldWindow: Sendable {
  /// The version's counter.
  let version: Int64
  let total: Int
  /// The rank of the first row.
  let offset: Int
  /// The keys of the rows.
  let keys: ContiguousArray<Int64>
  /// The words of the rows, one row after another.
  let words: ContiguousArray<UInt64>
  let layout: RowLayout
  let texts: ContiguousArray<TextTable>
  /// Differs wherever the rows were read anew, and codes may mean other texts.
  let seed: UInt64

  /// The rows as records; what the source sent beyond the declaration stays in the store.
  ///
  /// Those that stand in an earlier window too, in the same order among each other, are taken from
  /// there.
  func records(_ dataset: Dataset, after earlier: HeldRecords? = nil) -> [Record] {
    let earlier = earlier.flatMap { $0.fits(layout, seed) ? $0 : nil }
    return words.withUnsafeBufferPointer { words in
      guard let start = words.baseAddress else { return [] }
      var place = keys.first.flatMap { earlier?.place(ofKey: $0) } ?? 0
      return keys.indices.map { position in
        let row = start + position * layout.words
        if let earlier, let known = earlier.record(row, layout.words, from: &place) { return known }
        return record(row, dataset.fields.count)
      }
    }
  }

  private func record(_ row: UnsafePointer<UInt64>, _ fields: Int) -> Record {
    var values = [Value](repeating: .absent, count: fields)
    for cell in layout.cells where row[RowLayout.presence] & cell.bit != 0 {
      let word = row[cell.word]
      values[cell.field] =
        switch cell.kind {
        case .whole: .integer(Int64(bitPattern: word))
        case .number: .number(Double(bitPattern: word))
        case .text(let table): .text(texts[table].texts[Int(word)])
        }
    }
    return Record(id: .integer(Int64(bitPattern: row[RowLayout.key])), values: values)
  }

  /// The rows as JSON objects between commas.
  ///
  /// - Parameter names: What stands before each field's value: `,"price":`.
  func json(_ names: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(keys.count * 40 * max(layout.words - 1, 1))
    words.withUnsafeBufferPointer { words in
      guard let start = words.baseAddress else { return }
      for position in keys.indices {
        if position > 0 { bytes.append(UInt8(ascii: ",")) }
        append(start + position * layout.words, names, to: &bytes)
      }
    }
    return bytes
  }

  private func append(
    _ row: UnsafePointer<UInt64>, _ names: [[UInt8]], to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: Self.opening)
    JSONBytes.append(Int64(bitPattern: row[RowLayout.key]), to: &bytes)
    for cell in layout.cells {
      bytes.append(contentsOf: names[cell.field])
      guard row[RowLayout.presence] & cell.bit != 0 else {
        bytes.append(contentsOf: Self.null)
        continue
      }
      let word = row[cell.word]
      switch cell.kind {
      case .whole:
        JSONBytes.append(.integer(Int64(bitPattern: word)), of: cell.type, to: &bytes)
      case .number: JSONBytes.append(Double(bitPattern: word), to: &bytes)
      case .text(let table): bytes.append(contentsOf: texts[table].json[Int(word)])
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static let opening = Array("{\"id\":".utf8)
  private static let null = Array("null".utf8)
}

/// The records of a window, with the words that they were made of.
struct HeldRecords: Sendable {
  let records: [Record]
  /// The words of the rows, one row after another.
  let words: ContiguousArray<UInt64>
  let seed: UInt64

  /// Whether words mean the same here as in another window.
  fileprivate func fits(_ layout: RowLayout, _ seed: UInt64) -> Bool {
    self.seed == seed && words.count == records.count * layout.words
  }

  /// Where the record of a key stands; nothing where it does not.
  fileprivate func place(ofKey key: Int64) -> Int? {
    records.firstIndex { $0.id == .integer(key) }
  }

  /// The record that was made of the same words, if it stands at a place or is the next one; moves the
  /// place behind it.
  fileprivate func record(
    _ row: UnsafePointer<UInt64>, _ width: Int, from place: inout Int
  ) -> Record? {
    for next in place..<max(min(place + 2, records.count), place) {
      let isSame = (0..<width).allSatisfy { words[next * width + $0] == row[$0] }
      guard isSame else { continue }
      place = next + 1
      return records[next]
    }
    return nil
  }
}
