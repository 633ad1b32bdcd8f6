import AlmanacDeclarations

/// What surrounds the records of a JSON answer: where they are, and where the next page is.
struct Envelope {
  /// The lists whose elements are records.
  var lists: [Piece] = []
  /// Single records, where the path of the records ends with `*`.
  var records: [Piece] = []
  /// The keys that positional rows stand under, in order.
  var columns: [[UInt8]]?
  /// The address of the next page.
  var next: String?

  /// Reads the whole answer and finds the records in it.
  init(_ scanner: inout RecordScanner, of plan: RecordPlan) throws {
    let start = scanner.at
    let answer = try scanner.value()
    try scanner.finish()
    scanner.move(to: start)
    var finder = PathFinder([plan.dataset.source.records, plan.nextPath].compactMap { $0 })
    try finder.find(in: answer)
    next = plan.nextPath.flatMap { finder.text(at: $0) }
    if let path = plan.dataset.source.records {
      try take(finder.pieces(at: path), at: path, of: answer)
    } else {
      try readWhole(answer)
    }
  }

  /// Takes what stands at the path of the records.
  private mutating func take(_ found: [Piece], at path: FieldPath, of answer: Piece) throws {
    if path.components.last == "*" {
      records = found
    } else {
      lists = found.filter { $0.kind == .array }
    }
    guard lists.isEmpty, records.isEmpty else { return }
    guard let other = found.first(where: { $0.kind != .missing }) else {
      throw DecodingFailure.notAList(answer, at: path.description)
    }
    if let refusal = DecodingFailure.refusal(answer) { throw refusal }
    throw DecodingFailure.notAList(other, at: path.description)
  }

  /// Takes the answer itself: a list, or Socrata's `rows.json`.
  private mutating func readWhole(_ answer: Piece) throws {
    guard answer.kind != .array else {
      lists = [answer]
      return
    }
    let data = answer.member("data")
    let columns = answer.member("meta").member("view").member("columns")
    guard data.kind == .array, columns.kind == .array else {
      throw DecodingFailure.notAList(answer, at: nil)
    }
    lists = [data]
    let scratch = Scratch()
    self.columns = columns.elements.map { scratch.copy($0.member("fieldName")) }
  }
}

/// Finds the values of a few paths in one piece.
struct PathFinder {
  private var walk: RecordWalk

  init(_ paths: [FieldPath]) {
    walk = RecordWalk(PathTree(paths))
  }

  /// Finds what the paths lead to; what was found before is forgotten.
  mutating func find(in piece: Piece) throws(JSONFlaw) {
    walk.capture.clear()
    guard var scanner = RecordScanner(piece.json) else { return }
    try walk.any(&scanner)
  }

  /// What was found at a path.
  func pieces(at path: FieldPath) -> [Piece] {
    for slot in walk.tree.slots(of: path) {
      let found = walk.capture.many[slot] + [walk.capture.single[slot]]
      let there = found.filter { $0.kind != .missing }
      if !there.isEmpty { return there }
    }
    return []
  }

  /// The text at a path; nothing where there is none.
  func text(at path: FieldPath) -> String? {
    guard let piece = pieces(at: path).first, piece.isText else { return nil }
    let text = walk.scratch.plain(piece).trimmed.text
    return text.isEmpty ? nil : text
  }
}

extension RecordPlan {
  /// The path of the link to the next page, where the dataset pages by links.
  var nextPath: FieldPath? {
    guard case .next(let path)? = dataset.source.paging else { return nil }
    return path
  }
}
