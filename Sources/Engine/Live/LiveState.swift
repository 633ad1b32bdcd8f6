import AlmanacCore
import AlmanacDeclarations

/// What a live table remembers of a stream: its version, packets not yet on disk, and the records
/// and orders in memory while somebody reads them.
struct LiveState: Sendable {
  /// A packet that is not known to be on disk.
  struct Packet: Sendable {
    let version: Int64
    let records: [Record]
  }

  /// The version that readers of memory see; grows with every packet.
  private(set) var version: Int64
  /// The records in memory; nothing until somebody jumps, sorts, filters or watches.
  var held: LiveHeld?
  /// Fields with too many distinct texts to be held.
  private(set) var left: Set<Int> = []
  private var uncommitted: ContiguousArray<Packet> = []
  /// The packets since a load began; nothing while none is under way.
  private var replay: ContiguousArray<[Record]>?
  /// When memory was last read, and when idle orders were last looked for.
  private var (lastRead, lastTidied): (ContinuousClock.Instant?, ContinuousClock.Instant?)

  /// - Parameter version: What the file says; one that cannot grow any more is damage.
  init(version: Int64) {
    self.version = min(max(version, 0), Int64.max / 2)
  }

  /// Takes a packet, which is in no file yet.
  ///
  /// Cost: O(packet × log n) for each order that is kept.
  mutating func receive(_ records: [Record]) -> Int64 {
    version += 1
    uncommitted.append(Packet(version: version, records: records))
    replay?.append(records)
    if held?.apply(records, version: version) == false { overflow() }
    return version
  }

  /// Notes that all packets up to a version are on disk; returns them, to be let go of when nobody
  /// waits for it.
  @discardableResult
  mutating func committed(_ version: Int64) -> ArraySlice<Packet> {
    let committed = uncommitted.prefix { $0.version <= version }
    uncommitted.removeFirst(committed.count)
    return ArraySlice(committed)
  }

  /// The newest of a key's records that are in no file yet.
  ///
  /// Cost: O(records not yet on disk).
  func uncommitted(_ id: RecordID, _ revisions: Revisions) -> Record? {
    var found: Record?
    for packet in uncommitted {
      for record in packet.records where record.id == id {
        found = revisions.newest(found, record)
      }
    }
    return found
  }

  /// The newest records of some keys that are in no file yet.
  func uncommitted(
    _ keys: ContiguousArray<Int64>, _ revisions: Revisions
  ) -> [Int64: Record] {
    let wanted = Set(keys)
    var found: [Int64: Record] = [:]
    for packet in uncommitted {
      for record in packet.records {
        guard case .integer(let key) = record.id, wanted.contains(key) else { continue }
        found[key] = revisions.newest(found[key], record)
      }
    }
    return found
  }

  /// Lets go of the records: one of their fields has too many texts.
  private mutating func overflow() {
    if let held { left.formUnion(held.rows.fullFields) }
    held = nil
  }

  /// Takes the version of a file that another process writes.
  mutating func setVersion(_ version: Int64) { self.version = version }

  // MARK: Loading

  /// Begins to remember packets for a load; the first are those that may not be in the file.
  ///
  /// Somebody is about to read, so that what is loaded is not idle from the start.
  mutating func beginLoad(at now: ContinuousClock.Instant) {
    replay = ContiguousArray(uncommitted.map(\.records))
    lastRead = now
  }

  /// The packets that came since the load began or was asked before.
  mutating func packets() -> ContiguousArray<[Record]> {
    defer { replay = [] }
    return replay ?? []
  }

  /// Takes over loaded records once few packets are left to follow; says whether it did, or the load
  /// was given up.
  ///
  /// The caller is left with nothing, so that the first packet has not to copy what was loaded.
  mutating func adopt(_ loaded: inout LiveHeld?, atMost records: Int) -> Bool {
    guard let waiting = replay else { return true }  // the load was given up
    guard waiting.reduce(0, { $0 + $1.count }) <= records else { return false }
    replay = nil
    held = loaded.take()
    for records in waiting where held?.apply(records, version: version) == false {
      overflow()
      break
    }
    return true
  }

  /// Gives a load up.
  mutating func abandonLoad() { replay = nil }

  /// Leaves out the fields that could not be held.
  mutating func leave(_ fields: Set<Int>) { left.formUnion(fields) }

  /// Takes over an order once few rows are left to follow; says whether it did or all was in vain.
  ///
  /// - Parameters:
  ///   - order: The order as of some pages; the caller is left with nothing.
  ///   - pages: What it was ranked from.
  mutating func finish(_ order: inout LiveOrder?, _ pages: RowPages, atMost rows: Int) -> Bool {
    guard let spec = order?.spec, let waiting = held?.changeCount(during: spec) else { return true }
    guard waiting <= rows, let (slots, later) = held?.changes(during: spec) else { return false }
    order?.follow(slots, from: pages, to: later)
    if let order = order.take() { held?.adopt(order) }
    return true
  }

  // MARK: Idling

  /// Notes that memory was read.
  mutating func noteRead(at now: ContinuousClock.Instant) { lastRead = now }

  /// Lets go of what nobody read for a while; looks for it once in a while only.
  mutating func tidy(at now: ContinuousClock.Instant, patience: Duration) {
    guard held != nil, now - (lastTidied ?? now - patience) >= patience / 16 else { return }
    lastTidied = now
    held?.dropOrders(unusedSince: now - patience)
    if now - (lastRead ?? now) >= patience { held = nil }
    if now - (lastRead ?? now) >= patience / 8 { held?.news.unwatch() }
  }
}
