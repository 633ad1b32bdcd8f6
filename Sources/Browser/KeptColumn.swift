import AlmanacCore

/// The values of one field, row by row.
struct KeptColumn {
  let kind: FieldKind
  /// Which rows have a value.
  private(set) var isKnown: [Bool] = []
  /// The texts of `text`, `list` and `date`.
  private(set) var texts = TextColumn()
  /// The numbers of `whole` and `time`.
  private(set) var wholes: [Int64] = []
  /// The numbers of `number`; of `place` the degrees north and east.
  private(set) var numbers: [Double] = []

  init(_ kind: FieldKind) { self.kind = kind }

  /// Adds the value of the next row; false where it is not of this kind.
  mutating func add(_ reader: inout ByteReader) -> Bool {
    guard let known = reader.byte() else { return false }
    guard known == 1 ? addValue(&reader) : known == 0 else { return false }
    if known == 0 { addNothing() }
    isKnown.append(known == 1)
    texts.endRow()
    return true
  }

  private mutating func addNothing() {
    switch kind {
    case .whole, .time: wholes.append(0)
    case .number: numbers.append(0)
    case .place: numbers += [0, 0]
    case .text, .list, .date, .other: break
    }
  }

  private mutating func addValue(_ reader: inout ByteReader) -> Bool {
    switch kind {
    case .text, .date: return addText(&reader)
    case .list: return addList(&reader)
    case .whole: return add(reader.whole())
    case .time:
      return add(reader.text().flatMap { Timestamp(iso: Array($0))?.millisecondsSinceEpoch })
    case .number: return add(reader.number())
    case .place: return add(reader.number()) && add(reader.number())
    case .other: return true
    }
  }

  private mutating func addText(_ reader: inout ByteReader) -> Bool {
    guard let text = reader.text() else { return false }
    texts.add(text)
    return true
  }

  private mutating func addList(_ reader: inout ByteReader) -> Bool {
    guard let count = reader.word() else { return false }
    for _ in 0..<max(count, 0) {
      guard addText(&reader) else { return false }
    }
    return true
  }

  private mutating func add(_ whole: Int64?) -> Bool {
    guard let whole else { return false }
    wholes.append(whole)
    return true
  }

  private mutating func add(_ number: Double?) -> Bool {
    guard let number, number.isFinite else { return false }
    numbers.append(number)
    return true
  }

  /// The place of a row; nothing where it is not known.
  func place(of row: Int) -> Coordinate? {
    guard kind == .place, isKnown[row] else { return nil }
    return Coordinate(latitude: numbers[2 * row], longitude: numbers[2 * row + 1])
  }
}
