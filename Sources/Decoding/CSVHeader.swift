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
  ///
  /// O(names)
  func entries(in keys: inout KeyTable) -> [Int] {
    let declared = DeclaredNames(keys)
    let exact = names.map { declared.exact[$0] }
    let claimed = Set(exact.compactMap { $0 })
    var (taken, repeats): (Set<Int>, [[UInt8]: Int]) = ([], [:])
    return names.indices.map { index in
      let alike = declared.alike(names[index]).flatMap { claimed.contains($0) ? nil : $0 }
      var entry = exact[index] ?? alike
      if entry.map(taken.contains) ?? true {
        entry = undeclared(index, in: &keys, taken, &repeats)
      }
      taken.insert(entry ?? -1)
      return entry ?? -1
    }
  }

  private func undeclared(
    _ index: Int, in keys: inout KeyTable, _ taken: Set<Int>, _ repeats: inout [[UInt8]: Int]
  ) -> Int {
    let name = names[index].isEmpty ? Array("column \(index + 1)".utf8) : names[index]
    while true {
      let count = repeats[name, default: 0] + 1
      repeats[name] = count
      let candidate = count == 1 ? name : name + Array(" (\(count))".utf8)
      let entry = candidate.withUnsafeBufferPointer { keys.find($0) }
      let isFree = entry < 0 || keys.entries[entry].node < 0 && !taken.contains(entry)
      if isFree { return entry }
    }
  }

  /// The delimiter of a first line: of `,`, `;` and tab, the one that finds the most declared names,
  /// and among equals the one that makes the most cells.
  static func delimiter(of bytes: Bytes, for keys: KeyTable) -> UInt8 {
    let scratch = Scratch()
    let declared = DeclaredNames(keys)
    let scores = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")].map { delimiter in
      let names = firstLine(of: bytes, delimiter, scratch)
      let known = names.prefix(KeyTable.most).filter {
        declared.exact[$0] != nil || declared.alike($0) != nil
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

/// The declared names of a table of keys, by their bytes and without regard to case.
private struct DeclaredNames {
  let exact: [[UInt8]: Int]
  private let small: [[UInt8]: [Int]]

  init(_ keys: KeyTable) {
    let declared = keys.entries.indices.filter { keys.entries[$0].node >= 0 }
    let names = declared.map { (Array(keys.name(of: $0)), $0) }
    exact = Dictionary(names, uniquingKeysWith: { first, _ in first })
    small = Dictionary(grouping: declared) { Self.lowercased(keys.name(of: $0)) }
  }

  /// The entry of the one declared name that differs from a name in case alone.
  func alike(_ name: [UInt8]) -> Int? {
    let found = small[Self.lowercased(name)] ?? []
    return found.count == 1 ? found.first : nil
  }

  private static func lowercased(_ name: some Collection<UInt8>) -> [UInt8] {
    Array(String(decoding: name, as: UTF8.self).lowercased().utf8)
  }
}
