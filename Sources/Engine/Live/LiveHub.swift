import AlmanacDeclarations
import Synchronization

/// Tells the readers of a table's live windows what changes in them.
///
/// Readers of the same window are a group: one look at the table, one difference and one spelling
/// serve them all. There is no task of its own. Of the readers who wait for news one does the ticking
/// for all; when it has news itself, or goes, another one takes over. So without readers nothing
/// runs, and nothing is left behind.
final class LiveHub: Sendable {
  /// Looks at a window of the table, after an earlier look.
  typealias Look = @Sendable (LiveRequest, LiveLook?) async throws -> LiveLook
  /// What people are told about the dataset.
  typealias StatusSource = @Sendable () async throws -> DatasetStatus?

  /// The time between two changes at least: 20 a second.
  static let spacing = Duration.milliseconds(50)
  /// How many times as long as a slow look took none is made.
  static let rarity = 4
  /// The most bytes of the windows that are held, each with the room that it may fill.
  static let mostBytes = 536_870_912
  /// The time between two statuses at least.
  static let statusSpacing = Duration.seconds(2)

  let clock: LiveClock
  let state = Mutex(LiveHubState())
  /// How often the table changed.
  let changes = Atomic<UInt64>(0)
  /// Whether somebody sleeps until the table changes.
  let isAwaited = Atomic(false)
  private let lastID = Atomic<Int>(0)

  init(clock: LiveClock) { self.clock = clock }

  /// The table has another version now.
  ///
  /// Cost: two atomic operations where nobody waits.
  func changed() {
    changes.add(1, ordering: .sequentiallyConsistent)
    if isAwaited.load(ordering: .sequentiallyConsistent) { wake() }
  }

  /// Says where the dataset's status comes from.
  func tellStatus(from source: @escaping StatusSource) {
    state.withLock { $0.statusSource = source }
  }

  /// How many read live, in how many groups, and how many updates they were given so far.
  var counts: (readers: Int, groups: Int, updates: Int) {
    state.withLock { ($0.mailboxes.count, $0.groups.count, $0.updates) }
  }

  /// Whether there is room for one more window.
  var hasRoom: Bool { state.withLock { $0.bytes < Self.mostBytes } }

  /// What the windows take that are held, in bytes.
  var bytes: Int { state.withLock { $0.bytes } }

  func nextID() -> Int { lastID.add(1, ordering: .relaxed).newValue }
}

/// What a hub remembers.
struct LiveHubState: Sendable {
  var groups: [Int: LiveGroup] = [:]
  /// What the groups take, in bytes.
  var bytes = 0
  var newestGroup = 0
  /// The groups that a reader with the same request may join.
  var joinable: [LiveRequest: Int] = [:]
  var mailboxes: [Int: LiveMailbox] = [:]
  /// How many readers sleep.
  private(set) var sleepers = 0
  /// Until when readers want to hear of silence.
  var deadlines: [Int: Duration] = [:]
  /// The reader who does the ticking.
  var leader: Int?
  /// What wakes the leader, and when it wakes by itself.
  var alarm: (bell: CheckedContinuation<Void, Never>, at: Duration?)?
  var lastTick: Duration?
  /// Until when no window is looked at that took long the last time.
  var slowUntil: Duration?
  var lastRound: Duration?
  var statusSource: LiveHub.StatusSource?
  var status: (told: DatasetStatus?, at: Duration?)
  var updates = 0

  /// Notes what wakes a reader, who sleeps from now on.
  mutating func sleep(_ id: Int, _ waiter: CheckedContinuation<LiveHub.Mail, Never>) {
    guard let seat = mailboxes.index(forKey: id) else { return }
    mailboxes.values[seat].waiter = waiter
    sleepers += 1
  }

  /// Takes what wakes a reader; nothing when it is awake.
  mutating func rouse(_ seat: Dictionary<Int, LiveMailbox>.Index)
    -> CheckedContinuation<LiveHub.Mail, Never>?
  {
    guard let waiter = mailboxes.values[seat].waiter.take() else { return nil }
    sleepers -= 1
    return waiter
  }
}

/// The readers of one window.
struct LiveGroup: Sendable {
  let request: LiveRequest
  var look: LiveLook
  /// The version of the last step that the readers were told.
  var told: String
  /// The last step, for readers who come later.
  var step: LiveStep
  /// How often the table had changed before the look.
  var seen: UInt64
  var readers: Set<Int> = []
  /// How long the last look took; long where the file is read through.
  var cost = Duration.zero
  /// What the window takes in bytes, as far as it is full, with the request.
  let bytes: Int

  /// Whether looks take long, so that they must be rare.
  var isSlow: Bool { cost > LiveHub.spacing / 2 }

  init(_ request: LiveRequest, _ look: LiveLook, seen: UInt64) {
    self.request = request
    self.look = look
    self.seen = seen
    told = look.window.version
    step = LiveStep(first: look)
    bytes = Self.bytes(of: request, look.window.rows)
  }

  /// What a window takes, once and for all: as much for each row that may come as for one that is
  /// there, so that nothing is counted while changes are told.
  private static func bytes(of request: LiveRequest, _ rows: [Record]) -> Int {
    let each = rows.reduce(0) { $0 + $1.memorySize } / max(rows.count, 1)
    return 2048 + 2 * request.memorySize + max(each, 64) * max(request.query.limit, rows.count)
  }

  /// Whether a reader with the same request would see this window: its place is still the anchor's.
  var isJoinable: Bool { request.anchor == nil || look.place?.id == request.anchor?.id }
}

/// What waits for a reader: one update at most, one status, and how it ends.
struct LiveMailbox: Sendable {
  let group: Int
  var update: LiveUpdate?
  /// A status, shared with all who wait for it.
  var status: LiveUpdate?
  var end: End?
  var isSilent = false
  /// What wakes the reader, while it sleeps.
  fileprivate(set) var waiter: CheckedContinuation<LiveHub.Mail, Never>?

  /// How a reading ends.
  enum End: Sendable {
    case finished
    case failed(any Error)
  }

  /// Whether the reader has something to take.
  var hasMail: Bool { update != nil || status != nil || end != nil || isSilent }

  /// Puts a step in: a change for who has read all so far, else the whole window.
  mutating func put(_ step: LiveStep) {
    update = update == nil ? .change(step) : .window(step)
  }
}
