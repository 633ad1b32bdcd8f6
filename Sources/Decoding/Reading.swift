import AlmanacDeclarations

/// One answer being read: walks, assembles, hands over, and counts.
struct Reading {
  /// What is done with a record whose key came before.
  enum Repeats {
    /// The first is kept, the later ones are set aside: pages of a list.
    case setAside
    /// Every one is handed over: packets of a stream, where a later one revises.
    case handOver
  }

  /// The most bytes of a record as it is sent: 4 MiB; a larger one is set aside.
  static let mostBytes = 4 << 20

  let plan: RecordPlan
  var walk: RecordWalk
  var assembly: RecordAssembly
  var partners: [PartnerTable.Reader]
  var run: DecodingRun
  let repeats: Repeats
  var page = DecodedPage()
  /// All records met so far, kept or not.
  var met = 0
  /// How long the rows of a CSV answer are.
  var rowLengths = RowLengths()
  /// Whether the answer begins with a record of an earlier answer.
  private var beginsAgain = false

  init(
    _ plan: RecordPlan, partners: [PartnerTable.Reader], run: DecodingRun, repeats: Repeats
  ) {
    self.plan = plan
    walk = RecordWalk(plan.tree)
    assembly = RecordAssembly(plan, scratch: Scratch())
    self.partners = partners
    self.run = run
    self.repeats = repeats
  }

  /// Hands over the captured record, or sets it aside.
  ///
  /// - Parameter position: Where the record stands in the answer; `source` is its bytes there.
  @inline(__always)
  mutating func deliver(
    _ position: Int, _ source: Bytes, _ handOver: (Record) throws -> Void
  ) throws {
    guard source.count <= Self.mostBytes else { return setAside(.tooLarge, source, at: position) }
    guard let id = key(source, at: position) else { return }
    for index in partners.indices { try partners[index].complete(&walk, of: id) }
    assembly.noteCursor(of: walk.capture, id)
    try handOver(assembly.record(id, of: walk.capture, in: walk.keys))
    page.records &+= 1
  }

  /// Hands over the key of the captured record, or sets it aside.
  mutating func deliverKey(
    _ position: Int, _ source: Bytes, _ handOver: (RecordID) throws -> Void
  ) throws {
    guard let id = key(source, at: position) else { return }
    assembly.noteCursor(of: walk.capture, id)
    try handOver(id)
    page.records += 1
  }

  /// The captured record's key, unless the record is set aside for it.
  @inline(__always)
  private mutating func key(_ source: Bytes, at position: Int) -> RecordID? {
    guard let id = assembly.key(of: walk.capture) else {
      setAside(.noKey, source, at: position)
      return nil
    }
    let isFirst = page.firstID == nil
    if isFirst { page.firstID = id }
    page.lastID = id
    met &+= 1
    guard repeats == .setAside, !run.insert(id) else { return id }
    beginsAgain = beginsAgain || isFirst
    page.duplicates += 1
    met -= 1
    setAside(.keyRepeats, source, at: position, key: id.description)
    return nil
  }

  /// Counts a record that is not handed over.
  mutating func setAside(
    _ reason: SetAside.Reason, _ source: Bytes, at position: Int, key: String? = nil
  ) {
    met += 1
    page.setAside(reason, source, at: position, key: key)
  }

  /// The page, once the whole answer has been read.
  mutating func finish() throws -> DecodedPage {
    try checkThatMostAreKept()
    page.cursor = assembly.cursorText?.cursor
    page.newestID = assembly.newestID
    if met > 0 { page.last = assembly.position(of: walk.capture) }
    page.drift.fields = assembly.uses
    for (index, entry) in walk.keys.entries.enumerated() where entry.node == -1 && entry.seen > 0 {
      if assembly.isBookkeeping(walk.keys.name(of: index)) { continue }
      let name = String(decoding: walk.keys.name(of: index).prefix(80), as: UTF8.self)
      page.drift.note(name, Drift.Undeclared(count: entry.seen, kinds: entry.allKinds))
    }
    return page
  }

  /// Fails where at least ten records and more than half of them had to be set aside.
  ///
  /// Repeats of an earlier page do not count: an upstream that ignores the offset is the pager's
  /// matter. Nor does a stream's packet fail: what it has that can be kept never comes again.
  private func checkThatMostAreKept() throws {
    guard repeats == .setAside else { return }
    let reasons = page.setAside.filter { !beginsAgain || $0.reason != .keyRepeats }
    let count = reasons.reduce(0) { $0 + $1.count }
    guard count >= 10, count * 2 > met else { return }
    throw DecodingFailure.mostlySetAside(count: count, of: met, reasons: reasons)
  }
}

extension KeyTable.Entry {
  /// Every kind of value seen under the key.
  var allKinds: Set<Drift.Kind> {
    Set(
      (UInt8(0)..<16).filter { kinds & (1 << UInt16($0)) != 0 }
        .compactMap(Piece.Kind.init(rawValue:)).compactMap(Drift.Kind.init))
  }
}
