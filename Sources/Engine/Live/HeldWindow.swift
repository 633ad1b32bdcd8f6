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
  /// - Parameters:
  ///   - kept: Where each row stands in an earlier look, if it is the same there.
  ///   - earlier: The rows of that look.
  func records(
    _ dataset: Dataset, _ kept: [Int?]? = nil, from earlier: HeldRecords? = nil
  ) -> [Record] {
    words.withUnsafeBufferPointer { words in
      guard let start = words.baseAddress else { return [] }
      return keys.indices.map { position in
        if let earlier, let place = kept?[position] { return earlier.records[place] }
        return record(start + position * layout.words, dataset.fields.count)
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

/// The records of a look, with the words that they were made of.
struct HeldRecords: Sendable {
  let records: [Record]
  let keys: ContiguousArray<Int64>
  /// The words of the rows, one row after another.
  let words: ContiguousArray<UInt64>
  /// Differs wherever the rows were read anew, and codes may mean other texts.
  let seed: UInt64

  init(_ window: HeldWindow, _ records: [Record]) {
    self.records = records
    (keys, words, seed) = (window.keys, window.words, window.seed)
  }

  /// Whether words mean the same here as in other rows.
  func fits(_ layout: RowLayout, _ seed: UInt64) -> Bool {
    self.seed == seed && words.count == keys.count * layout.words
  }

  /// Where the rows of keys stand, but for those that came or changed since: the others are in the same
  /// order as ever.
  ///
  /// Cost: O(keys) where the window slid, O(keys × rows) at most.
  func places(of newKeys: [Int64], except touched: Set<Int64>) -> [Int?] {
    var next = 0
    return newKeys.map { key in
      guard touched.isEmpty || !touched.contains(key),
        let place = keys[next...].firstIndex(of: key)
      else { return nil }
      next = place + 1
      return place
    }
  }
}
