import AlmanacDeclarations

/// Which sections each row belongs to, as of a generation.
struct SectionIndex: Sendable {
  /// The generation the rows belong to.
  let generation: Int64
  /// Every section's name; rows hold positions in it.
  private let names: [String]
  private let own: [Int64: Int]
  private let further: [Int64: [Int]]

  /// Names the sections of rows, each row's own first.
  ///
  /// Cost: O(n).
  init(_ rows: [(row: Int64, names: [String])], generation: Int64) {
    var known: [String: Int] = [:]
    var (names, own, further): ([String], [Int64: Int], [Int64: [Int]]) = ([], [:], [:])
    for (row, mine) in rows {
      let places = mine.map { name in
        if let place = known[name] { return place }
        known[name] = names.count
        names.append(name)
        return names.count - 1
      }
      own[row] = places.first
      let others = places.dropFirst().filter { $0 != places.first }
      if !others.isEmpty { further[row] = others }
    }
    self.generation = generation
    (self.names, self.own, self.further) = (names, own, further)
  }

  /// The sections that a value names, its own first; none for a value that names none.
  static func names(_ value: Value) -> [String] {
    switch value {
    case .text(let text): [text]
    case .integer(let year): [String(year)]
    case .list(let texts): texts
    default: []
    }
  }

  /// Whether any of the rows belongs to more than one section.
  func hasFurther(_ rows: [Int64]) -> Bool {
    !further.isEmpty && rows.contains { further[$0] != nil }
  }

  /// The sections in the order of their rows, which come ordered by section.
  ///
  /// A row with several sections counts once, under its first. A section that is only ever a
  /// further one counts nothing, and stands where the order of names puts it.
  ///
  /// - Parameter sortKey: What a name is compared by.
  ///   Cost: O(rows).
  func sections(
    of rows: [Int64], isDescending: Bool, by sortKey: (String) -> [UInt8]
  ) -> [SectionCount] {
    var counted: [(name: Int?, count: Int)] = []
    for row in rows {
      if let last = counted.last, last.name == own[row] {
        counted[counted.count - 1].count += 1
      } else {
        counted.append((own[row], 1))
      }
    }
    let known = Set(counted.map(\.name))
    let empty = Set(rows.compactMap { further[$0] }.joined()).filter { !known.contains($0) }
    for name in empty { insert(name, into: &counted, isDescending, sortKey) }
    var offset = 0
    return counted.map { section in
      defer { offset += section.count }
      return SectionCount(
        name: section.name.map { names[$0] }, count: section.count, offset: offset)
    }
  }

  private func insert(
    _ name: Int, into sections: inout [(name: Int?, count: Int)], _ isDescending: Bool,
    _ sortKey: (String) -> [UInt8]
  ) {
    let mine = sortKey(names[name])
    let place = sections.firstIndex { other in
      guard let other = other.name else { return true }
      let (first, second) =
        isDescending ? (sortKey(names[other]), mine) : (mine, sortKey(names[other]))
      return first.lexicographicallyPrecedes(second)
    }
    sections.insert((name, 0), at: place ?? sections.endIndex)
  }

  /// The rows that belong to each section but count elsewhere, in the order of the rows.
  ///
  /// Cost: O(rows).
  func others(of rows: [Int64]) -> [String: [Int64]] {
    var others: [String: [Int64]] = [:]
    for row in rows {
      for name in further[row] ?? [] { others[names[name], default: []].append(row) }
    }
    return others
  }
}
