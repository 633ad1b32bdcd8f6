import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage

@testable import AlmanacEngine

/// One random history of a stream in memory, each window held against the naive table.
///
/// Works that take long (reading all rows, ranking an order) are begun, continued and ended in steps
/// of their own, so that packets come in between as they do among threads.
struct LiveHistory {
  /// A load from disk that is under way.
  struct Load {
    var held: LiveHeld?
  }

  /// An order that is being ranked.
  struct Build {
    var order: LiveOrder?
    var pages: RowPages
    var isRanked = false
  }

  /// Something that came, changed or went.
  struct Event {
    let version: Int64
    let key: Int64
    let isNew: Bool
  }

  var random: SeededRandom
  var deals: ModelDeals
  let dataset: Dataset
  var state = LiveState(version: 0)
  /// All that was received, and all that is on disk.
  var (naive, disk): (NaiveTable, NaiveTable)
  var packets: [(version: Int64, records: [Record])] = []
  var events: [Event] = []
  var load: Load?
  var builds: [LiveOrder.Spec: Build] = [:]
  var readers: [ModelReader] = []
  var now = ContinuousClock.now
  /// The orders that readers turn to.
  let specs: [LiveOrder.Spec]
  let keys: Range<Int64>
  let mostRecords: Int
  var counts = Counts()

  /// What happened in a history, so that a test can tell that all of it did.
  struct Counts {
    var (looks, packets, loads, builds, drops, removals) = (0, 0, 0, 0, 0, 0)
    var (tellings, relabelings) = (0, 0)
  }

  static let patience = Duration.seconds(600)

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    let isLarge = seed.isMultiple(of: 97)
    dataset = seed.isMultiple(of: 3) ? ModelDeals.incomplete : ModelDeals.complete
    deals = ModelDeals(dataset)
    naive = NaiveTable(dataset)
    disk = naive
    keys = -2..<(isLarge ? 1500 : [12, 60, 120][Int(seed % 3)])
    mostRecords = isLarge ? 700 : 12
    var drawn: [LiveOrder.Spec] = []
    for _ in 0..<4 { drawn.append(deals.spec(using: &random)) }
    specs = drawn
    readers = specs.prefix(3).map(ModelReader.init)
  }

  mutating func run(steps: Int) throws {
    for _ in 0..<steps { try step() }
    for reader in readers.indices { try look(reader) }
  }

  private mutating func step() throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<22: receive()
    case 22..<28: commit()
    case 28..<40: followLoad()
    case 40..<58: followBuild()
    case 58..<60: remove()
    case 60: now += .seconds(Int64.random(in: 1...700, using: &random))
    case 61: drop()
    default: try look(Int.random(in: 0..<readers.count, using: &random))
    }
  }

  // MARK: Writing

  private mutating func receive() {
    state.tidy(at: now, patience: Self.patience)
    let records = deals.packet(keys, mostRecords, using: &random)
    let version = state.receive(records)
    packets.append((version, records))
    for record in records {
      guard case .integer(let key) = record.id else { continue }
      switch naive.take(record) {
      case .inserted: events.append(Event(version: version, key: key, isNew: true))
      case .changed: events.append(Event(version: version, key: key, isNew: false))
      case .same where dataset == ModelDeals.incomplete:
        events.append(Event(version: version, key: key, isNew: false))
      case .same, .older: break
      }
    }
    counts.packets += 1
  }

  /// Puts some of the packets on disk, and says so.
  private mutating func commit() {
    let group = packets.prefix(Int.random(in: 0...packets.count, using: &random))
    guard let version = group.last?.version else { return }
    for packet in group { disk.apply(packet.records) }
    packets.removeFirst(group.count)
    state.committed(version)
  }

  /// Takes records away, which no stream does, once nothing is on its way.
  private mutating func remove() {
    guard load == nil, state.held != nil, !naive.records.isEmpty else { return }
    for packet in packets { disk.apply(packet.records) }
    packets = []
    state.committed(state.version)
    let gone = naive.records.keys.sorted().filter { _ in
      Int.random(in: 0..<6, using: &random) == 0
    }
    let version = state.version + 1
    state.setVersion(version)
    state.held?.remove(gone, version: version)
    naive.remove(gone)
    disk.remove(gone)
    for key in gone { events.append(Event(version: version, key: key, isNew: false)) }
    counts.removals += gone.count
  }

  private mutating func drop() {
    state.held = nil
    counts.drops += 1
  }

  // MARK: Long works

  private mutating func beginLoad() {
    state.beginLoad()
    load = Load()
  }

  /// Reads the disk, or follows the packets since, or gives up, or ends.
  private mutating func followLoad() {
    guard var load else { return }
    if load.held == nil {
      if Int.random(in: 0..<12, using: &random) == 0 { return abandonLoad() }
      load.held = read()
    } else if Int.random(in: 0..<3, using: &random) == 0 {
      for records in state.packets() { _ = load.held?.apply(records, version: 0) }
    } else if state.adopt(&load.held, atMost: Int.random(in: 0..<60, using: &random)) {
      self.load = nil
      counts.loads += 1
      return
    }
    self.load = load
  }

  private mutating func abandonLoad() {
    state.abandonLoad()
    load = nil
  }

  private mutating func read() -> LiveHeld? {
    guard let layout = RowLayout(dataset, leaving: state.left) else { return nil }
    var held = LiveHeld(dataset, layout, seed: random.next())
    for (key, record) in disk.records.sorted(by: { $0.key < $1.key }) {
      _ = ModelCells.load(key, record, into: &held)
    }
    return held
  }

  private mutating func beginBuild(_ spec: LiveOrder.Spec) {
    guard builds[spec] == nil, let order = state.held?.emptyOrder(spec, at: now),
      let pages = state.held?.beginBuild(spec)
    else { return }
    builds[spec] = Build(order: order, pages: pages)
  }

  private mutating func followBuild() {
    guard let spec = specs.filter({ builds[$0] != nil }).randomElement(using: &random),
      var build = builds[spec]
    else { return }
    if !build.isRanked {
      build.order?.build(from: build.pages)
      build.isRanked = true
    } else {
      let few = Int.random(in: 0..<30, using: &random)
      if state.finish(&build.order, build.pages, atMost: few) {
        builds[spec] = nil
        counts.builds += 1
        return
      }
      guard let (slots, later) = state.held?.changes(during: spec) else {
        builds[spec] = nil
        return
      }
      build.order?.follow(slots, from: build.pages, to: later)
      build.pages = later
    }
    builds[spec] = build
  }

  // MARK: Reading

  private mutating func look(_ index: Int) throws {
    if Int.random(in: 0..<8, using: &random) == 0 {
      readers[index].turn(to: specs.randomElement(using: &random) ?? specs[0])
    }
    state.tidy(at: now, patience: Self.patience)
    let reader = readers[index]
    let request = reader.request(naive, using: &random)
    guard let look = state.look(request, at: now) else { return prepare(request.spec) }
    counts.looks += 1
    let labels = state.held?.rows.pages.texts.map(\.relabelings).reduce(0, +) ?? 0
    counts.relabelings = max(counts.relabelings, labels)
    let check = LiveCheck(naive: naive, disk: disk, events: events, version: state.version)
    try readers[index].verifyAgain(dataset)
    let rows = try check.verify(look, request, reader)
    if look.touched != nil { counts.tellings += 1 }
    readers[index].note(look, rows, request, naive)
  }

  private mutating func prepare(_ spec: LiveOrder.Spec) {
    if state.held == nil {
      if load == nil { beginLoad() }
    } else {
      beginBuild(spec)
    }
  }
}
