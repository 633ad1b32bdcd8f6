import AlmanacDeclarations

extension PartnerTable {
  /// Completes captured records from a table whose bytes are held still.
  struct Reader {
    private let table: PartnerTable
    private let bytes: Bytes
    private let slots: [Int]
    private let scratch = Scratch()
    private let on: [UInt8]
    private var spare: Capture

    init(_ table: PartnerTable, _ bytes: Bytes, _ plan: RecordPlan) {
      self.table = table
      self.bytes = bytes
      slots = plan.slots(of: FieldPath(table.join.name))
      on = Array(table.join.on.description.utf8)
      spare = Capture(slots: plan.tree.slotCount)
    }

    /// Adds a record's partners to what was captured of it.
    mutating func complete(_ walk: inout RecordWalk, of id: RecordID) throws(JSONFlaw) {
      guard let ranges = table.ranges[id], let first = ranges.first else { return }
      if table.join.take != nil {
        offer(ranges, to: &walk.capture)
      } else {
        try merge(first, into: &walk)
      }
    }

    /// Puts the values of many partners as a list where the join's name is looked for.
    private func offer(_ ranges: [Range<Int>], to capture: inout Capture) {
      for slot in slots where capture.single[slot].isBlank {
        capture.single[slot] = Piece(bytes: list(ranges), kind: .array)
      }
    }

    private func list(_ ranges: [Range<Int>]) -> Bytes {
      let room = scratch.room(for: ranges.reduce(1) { $0 + $1.count + 1 })
      var length = 0
      for range in ranges {
        room[length] = length == 0 ? UInt8(ascii: "[") : UInt8(ascii: ",")
        for (index, byte) in bytes.part(range).enumerated() { room[length + 1 + index] = byte }
        length += 1 + range.count
      }
      room[length] = UInt8(ascii: "]")
      return Bytes(rebasing: room[...length])
    }

    /// Takes from the partner what the record lacks.
    private mutating func merge(
      _ range: Range<Int>, into walk: inout RecordWalk
    ) throws(JSONFlaw) {
      guard var scanner = RecordScanner(bytes.part(range)),
        try scanner.next() == UInt8(ascii: "{")
      else { return }
      swap(&walk.capture, &spare)
      try walk.object(&scanner)
      swap(&walk.capture, &spare)
      spare.undeclared.removeAll { walk.keys.name(of: $0.entry).elementsEqual(on) }
      walk.capture.fill(from: spare)
    }
  }

  /// Holds the bytes of several tables still while their readers work.
  static func withReaders<Result>(
    _ tables: some Collection<PartnerTable>, _ plan: RecordPlan, _ readers: [Reader] = [],
    _ work: ([Reader]) throws -> Result
  ) throws -> Result {
    guard let table = tables.first else { return try work(readers) }
    return try table.bytes.withUnsafeBufferPointer { bytes in
      try withReaders(tables.dropFirst(), plan, readers + [Reader(table, bytes, plan)], work)
    }
  }
}
