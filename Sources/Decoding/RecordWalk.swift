/// Walks over JSON records and captures what the declared paths lead to.
struct RecordWalk {
  let tree: PathTree
  let scratch = Scratch()
  var keys: KeyTable
  var capture: Capture

  init(_ tree: PathTree) {
    self.tree = tree
    keys = KeyTable(tree)
    capture = Capture(slots: tree.slotCount)
  }

  /// Captures the object that is next.
  mutating func object(_ scanner: inout RecordScanner) throws(JSONFlaw) {
    capture.clear()
    var previous = -1
    var more = try scanner.enter(closing: UInt8(ascii: "}"))
    while more {
      let entry = keys.find(scratch.plain(try scanner.key()), after: previous)
      try member(entry, &scanner)
      previous = entry
      more = try scanner.another(closing: UInt8(ascii: "}"))
    }
  }

  /// Captures the parts of whatever value is next, by path from that value.
  mutating func any(_ scanner: inout RecordScanner) throws(JSONFlaw) {
    _ = try inside(0, &scanner)
  }

  /// Captures the list that is next, whose values stand under the keys of some columns.
  mutating func row(
    _ scanner: inout RecordScanner, columns: [Int]
  ) throws(JSONFlaw) -> (cells: Int, hasMore: Bool) {
    capture.clear()
    var (cells, hasMore) = (0, false)
    var more = try scanner.enter(closing: UInt8(ascii: "]"))
    while more {
      if cells < columns.count {
        try member(columns[cells], &scanner)
      } else {
        hasMore = try !scanner.value().isBlank || hasMore
      }
      cells += 1
      more = try scanner.another(closing: UInt8(ascii: "]"))
    }
    return (cells, hasMore)
  }

  /// Captures the value of one key of the record.
  @inline(__always)
  private mutating func member(_ entry: Int, _ scanner: inout RecordScanner) throws(JSONFlaw) {
    guard entry >= 0 else {
      _ = try scanner.value()
      return
    }
    let node = keys.entries[entry].node
    let piece = node >= 0 ? try descend(node, &scanner) : try scanner.value()
    keys.count(piece.kind, at: entry)
    if node == -1 { capture.note(piece, undeclared: entry) }
  }

  /// Captures the value that is next, and what the paths name inside it.
  @inline(__always)
  private mutating func descend(
    _ node: Int, _ scanner: inout RecordScanner
  ) throws(JSONFlaw) -> Piece {
    let place = tree.nodes[node]
    let piece = place.isLeaf ? try scanner.value() : try inside(node, &scanner)
    if place.slot >= 0 {
      if place.isMany {
        capture.many[place.slot].append(piece)
      } else {
        capture.single[place.slot] = piece
      }
    }
    return piece
  }

  private mutating func inside(
    _ node: Int, _ scanner: inout RecordScanner
  ) throws(JSONFlaw) -> Piece {
    let place = tree.nodes[node]
    if !place.isMany { capture.clear(place.slots) }
    let first = try scanner.next()
    let start = scanner.at
    if first == UInt8(ascii: "{") {
      try members(of: node, &scanner)
      return scanner.piece(from: start, .object)
    }
    guard first == UInt8(ascii: "[") else { return try scanner.value() }
    try elements(of: node, &scanner)
    return scanner.piece(from: start, .array)
  }

  private mutating func members(
    of node: Int, _ scanner: inout RecordScanner
  ) throws(JSONFlaw) {
    var more = try scanner.enter(closing: UInt8(ascii: "}"))
    while more {
      let key = scratch.plain(try scanner.key())
      try part(step(of: node, named: key), of: node, &scanner)
      more = try scanner.another(closing: UInt8(ascii: "}"))
    }
  }

  private mutating func elements(
    of node: Int, _ scanner: inout RecordScanner
  ) throws(JSONFlaw) {
    var index = 0
    var more = try scanner.enter(closing: UInt8(ascii: "]"))
    while more {
      try part(step(of: node, at: index), of: node, &scanner)
      index += 1
      more = try scanner.another(closing: UInt8(ascii: "]"))
    }
  }

  /// Captures one part of a value; twice where both its name and a `*` lead there.
  private mutating func part(
    _ step: Int, of node: Int, _ scanner: inout RecordScanner
  ) throws(JSONFlaw) {
    let every = tree.nodes[node].every
    let start = scanner.at
    if step >= 0 {
      let child = tree.steps[step].node
      if !tree.nodes[child].isMany { capture.clear(tree.nodes[child].slots) }
      _ = try descend(child, &scanner)
    }
    if every >= 0 {
      scanner.move(to: start)
      _ = try descend(every, &scanner)
    }
    if step < 0, every < 0 { _ = try scanner.value() }
  }

  private func step(of node: Int, named key: Bytes) -> Int {
    tree.names.withUnsafeBufferPointer { names in
      var step = tree.nodes[node].firstStep
      while step >= 0, !key.elementsEqual(names.part(tree.steps[step].name)) {
        step = tree.steps[step].following
      }
      return step
    }
  }

  private func step(of node: Int, at index: Int) -> Int {
    var step = tree.nodes[node].firstStep
    while step >= 0, tree.steps[step].index != index { step = tree.steps[step].following }
    return step
  }
}
