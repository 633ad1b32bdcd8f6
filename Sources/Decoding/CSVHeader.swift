/// The columns of a CSV answer: which declared name each stands for.
struct CSVHeader {
  /// The names as they stand in the first line, trimmed.
  let names: [[UInt8]]

  /// Takes the cells of the first line.
  init(_ cells: [Piece], _ scratch: Scratch) {
    names = cells.map(scratch.copy)
  }

  /// The entry of each column in a table of keys.
  ///
  /// A name is taken exactly, else by the one declared name that differs in case alone. A column
  /// without a name is called `column N`; a second one of the same name, `name (2)`.
  func entries(in keys: inout KeyTable) -> [Int] {
    var taken: Set<Int> = []
    let exact = names.map { name in keys.declared(name) }
    return names.indices.map { index in
      var entry = exact[index] ?? unclaimed(names[index], beside: exact, in: keys)
      if entry.map(taken.contains) ?? true { entry = undeclared(index, in: &keys, taken) }
      taken.insert(entry ?? -1)
      return entry ?? -1
    }
  }

  private func unclaimed(_ name: [UInt8], beside exact: [Int?], in keys: KeyTable) -> Int? {
    keys.declared(ignoringCaseOf: name).flatMap { exact.contains($0) ? nil : $0 }
  }

  private func undeclared(_ index: Int, in keys: inout KeyTable, _ taken: Set<Int>) -> Int {
    let name = names[index].isEmpty ? Array("column \(index + 1)".utf8) : names[index]
    var (candidate, repeats) = (name, 1)
    while true {
      let entry = candidate.withUnsafeBufferPointer { keys.find($0) }
      let isFree = entry < 0 || keys.entries[entry].node < 0 && !taken.contains(entry)
      if isFree { return entry }
      repeats += 1
      candidate = name + Array(" (\(repeats))".utf8)
    }
  }

  /// The delimiter of a first line: of `,`, `;` and tab, the one that finds the most declared names,
  /// and among equals the one that makes the most cells.
  static func delimiter(of bytes: Bytes, for keys: KeyTable) -> UInt8 {
    let scratch = Scratch()
    let scores = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].map { delimiter in
      let names = firstLine(of: bytes, delimiter, scratch)
      let known = names.filter {
        keys.declared($0) != nil || keys.declared(ignoringCaseOf: $0) != nil
      }
      return (delimiter, known.count, names.count)
    }
    let best = scores.max { ($0.1, $0.2) < ($1.1, $1.2) }
    return scores.first { $0.1 == best?.1 && $0.2 == best?.2 }?.0 ?? UInt8(ascii: ",")
  }

  private static func firstLine(
    of bytes: Bytes, _ delimiter: UInt8, _ scratch: Scratch
  ) -> [[UInt8]] {
    var scanner = CSVScanner(bytes, delimiter: delimiter)
    do throws(DecodingFailure) {
      guard try scanner?.row() != nil else { return [] }
    } catch {
      return []
    }
    return CSVHeader(scanner?.cells ?? [], scratch).names
  }
}

extension KeyTable {
  /// The entry of a declared name.
  func declared(_ name: [UInt8]) -> Int? {
    entries.indices.first { entries[$0].node >= 0 && self.name(of: $0).elementsEqual(name) }
  }

  /// The entry of the one declared name that differs in case alone.
  func declared(ignoringCaseOf name: [UInt8]) -> Int? {
    let small = String(decoding: name, as: UTF8.self).lowercased()
    let alike = entries.indices.filter {
      entries[$0].node >= 0
        && String(decoding: self.name(of: $0), as: UTF8.self).lowercased() == small
    }
    return alike.count == 1 ? alike.first : nil
  }
}
