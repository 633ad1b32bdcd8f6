import AlmanacDeclarations

extension Reading {
  /// Reads every record of a JSON answer; `deliver` takes each once it is captured.
  mutating func readJSON(
    _ bytes: Bytes, _ deliver: (inout Reading, Int, Bytes) throws -> Void
  ) throws {
    do {
      try readList(bytes, deliver)
    } catch let flaw as JSONFlaw {
      throw DecodingFailure(flaw, in: bytes)
    }
  }

  private mutating func readList(
    _ bytes: Bytes, _ deliver: (inout Reading, Int, Bytes) throws -> Void
  ) throws {
    var scanner = try RecordScanner(answer: bytes)
    let isBare = plan.dataset.source.records == nil && plan.nextPath == nil
    if isBare, try scanner.next() == UInt8(ascii: "[") {
      try readRecords(&scanner, columns: nil, deliver)
      return try scanner.finish()
    }
    if isBare, repeats == .handOver {
      try readRecord(&scanner, columns: nil, deliver)
      return try scanner.finish()
    }
    let envelope = try Envelope(&scanner, of: plan)
    page.next = envelope.next
    for list in envelope.lists {
      guard var inside = RecordScanner(list.bytes) else { continue }
      try readRecords(&inside, columns: envelope.columns, deliver)
    }
    for record in envelope.records {
      guard var inside = RecordScanner(record.bytes) else { continue }
      try readRecord(&inside, columns: nil, deliver)
    }
  }

  /// Reads the list that is next.
  private mutating func readRecords(
    _ scanner: inout RecordScanner, columns names: [[UInt8]]?,
    _ deliver: (inout Reading, Int, Bytes) throws -> Void
  ) throws {
    let columns = names.map {
      $0.map { name in name.withUnsafeBufferPointer { walk.keys.find($0) } }
    }
    var more = try scanner.enter(closing: UInt8(ascii: "]"))
    while more {
      try readRecord(&scanner, columns: columns, deliver)
      more = try scanner.another(closing: UInt8(ascii: "]"))
    }
  }

  /// Reads the record that is next: an object, or the cells of a row.
  @inline(__always)
  private mutating func readRecord(
    _ scanner: inout RecordScanner, columns: [Int]?,
    _ deliver: (inout Reading, Int, Bytes) throws -> Void
  ) throws {
    let first = try scanner.next()
    let start = scanner.at
    var reason: SetAside.Reason?
    if first == UInt8(ascii: "{") {
      try walk.object(&scanner)
    } else if first == UInt8(ascii: "["), let columns {
      reason = try walk.row(&scanner, columns: columns).hasMore ? .tooManyCells : nil
    } else {
      _ = try scanner.value()
      reason = .notARecord
    }
    let source = scanner.piece(from: start, .object).bytes
    guard let reason else { return try deliver(&self, met + 1, source) }
    setAside(reason, source, at: met + 1)
  }
}

extension RecordScanner {
  /// A scanner at the first value of a whole answer, which must look like JSON.
  init(answer bytes: Bytes) throws {
    let text = bytes.withoutMark
    guard let first = text.trimmed.first, var scanner = RecordScanner(bytes) else {
      throw DecodingFailure.empty
    }
    if first == UInt8(ascii: "<") { throw DecodingFailure.markup(text) }
    try text.refuseUTF16()
    scanner.move(to: bytes.count - text.count)
    self = scanner
  }
}

extension Bytes {
  /// The bytes without the mark that some programs put before UTF-8.
  var withoutMark: Bytes { starts(with: [0xEF, 0xBB, 0xBF]) ? part(3..<count) : self }

  /// Fails for text in two-byte characters.
  func refuseUTF16() throws(DecodingFailure) {
    guard starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) else { return }
    throw .wrongShape(expected: "text in UTF-8", got: "text in UTF-16")
  }
}
