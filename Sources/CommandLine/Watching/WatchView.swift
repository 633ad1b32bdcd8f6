import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// What a person who watches sees, and how that follows from keys and news.
///
/// At the top the rows follow the order's first. Elsewhere the top row is the anchor: what arrives
/// outside is counted and moves nothing.
struct WatchView {
  let dataset: Dataset
  /// The order and the conditions; the offset is where the person is, see `place`.
  private(set) var query: TableQuery
  /// How many rows fit.
  private(set) var capacity = 1
  /// How many rows are wanted at most.
  let most: Int
  private(set) var window: LiveRows?
  private(set) var status: LiveStatus?
  private(set) var place: Place
  /// Which records are bright, and until when.
  private(set) var bright: [JSONValue: ContinuousClock.Instant] = [:]
  /// How many records arrived outside since the place is held.
  private(set) var arrived = (above: 0, below: 0)
  private(set) var connection = Connection.connecting
  private(set) var isPaused = false
  /// What is typed as the number of a row.
  private(set) var prompt: String?
  /// Which request is of interest.
  private(set) var number = 1
  /// Whether what is shown is the very window that is asked for.
  private var isAnswered = false
  /// Whether the last row is wanted on the screen, whatever its rank is by then.
  private var isSeekingEnd = false

  /// How long a new row is bright.
  static let glow = Duration.milliseconds(1500)

  /// Where the person is.
  enum Place: Equatable {
    case top
    /// On the way to a rank.
    case rank(Int)
    /// With so many rows before this record.
    case anchor(JSONValue, lead: Int)
  }

  /// Whether the owner is heard.
  enum Connection: Equatable {
    case connecting
    case live
    case lost(String)
  }

  init(dataset: Dataset, query: TableQuery, most: Int) {
    self.dataset = dataset
    self.query = query
    self.most = most
    place = query.offset > 0 ? .rank(query.offset) : .top
  }

  /// What the owner is to be asked; nothing while the person looks at what stands still.
  var request: WatchRequest? {
    if isPaused, isAnswered { return nil }
    var request = WatchRequest(
      number: number, dataset: dataset.id, query: query, place: requestedPlace,
      limit: isSeekingEnd ? TableQuery.largestLimit : capacity)
    request.isOnce = isPaused
    request.language = Speech.language
    request.version = isAnswered ? window?.version : nil
    return request
  }

  private var requestedPlace: WatchRequest.Place {
    switch place {
    case .top: .rank(0)
    case .rank(let rank): .rank(rank)
    case .anchor(let id, let lead): .anchor(id.key, lead: lead)
    }
  }

  /// The rank of the row that is or will be on top.
  var rank: Int {
    switch place {
    case .top: 0
    case .rank(let rank): rank
    case .anchor(let id, let lead):
      (window?.offset ?? 0) + (window?.rows.firstIndex { $0.id == id } ?? 0) - lead
    }
  }

  /// The order that rules: the one asked for, else the dataset's own.
  var term: SortTerm? { query.sort.first ?? (query.search == nil ? dataset.list.sort.first : nil) }

  /// Whether rows of other ranks than the first are held on the screen.
  var isHeld: Bool { place != .top }
}

extension WatchView {
  /// So many rows fit now.
  mutating func fit(rows: Int) {
    let rows = min(max(rows, 1), most)
    guard rows != capacity else { return }
    capacity = rows
    ask()
  }

  /// Asks anew: what was asked before is of no interest any more.
  private mutating func ask(isSame: Bool = false) {
    number += 1
    isAnswered = isSame
    isSeekingEnd = false
  }

  /// Asks for the same again, since nobody answers.
  mutating func askAgain() { ask(isSame: isAnswered) }

  /// Goes to a rank, as near as the number of rows allows.
  mutating func go(to rank: Int) {
    let last = max((window?.total ?? 0) - capacity, 0)
    let rank = window == nil ? rank : min(rank, last)
    guard rank > 0 else { return goToTop() }
    arrived = (0, 0)
    place = .rank(rank)
    ask()
  }

  mutating func goToTop() {
    arrived = (0, 0)
    place = .top
    ask()
  }

  /// Goes to the last screen, though rows may arrive on the way.
  mutating func goToEnd() {
    guard let window else { return }
    go(to: window.total.plus(-capacity))
    isSeekingEnd = isHeld
  }

  /// Goes up or down by rows.
  mutating func move(by rows: Int) {
    guard let window, !window.rows.isEmpty else { return }
    let target = min(rank + rows, max(window.total - capacity, 0))
    guard target != rank else { return }
    if target <= 0 { return goToTop() }
    let index = target - window.offset
    if index < 0 {
      place = .anchor(window.rows[0].id, lead: -index)
    } else if index < window.rows.count {
      place = .anchor(window.rows[index].id, lead: 0)
    } else {
      place = .rank(target)
    }
    ask()
  }

  /// Sorts by the next column.
  mutating func sortByNext() {
    let fields = sortable
    let index = term.flatMap { term in fields.firstIndex { $0.name == term.field } }
    let next = fields[((index ?? -1) + 1) % fields.count]
    sort(SortTerm(field: next.name, descending: next.type.isRanged))
  }

  mutating func reverse() {
    guard let term else { return }
    sort(SortTerm(field: term.field, descending: !term.descending))
  }

  private mutating func sort(_ term: SortTerm) {
    query.sort = [term]
    goToTop()
  }

  /// The key, and the columns that have an order.
  private var sortable: [Field] {
    let key = Field(name: "id", type: dataset.key.isInteger ? .integer : .text)
    return [key] + WatchColumns.fields(of: dataset).filter { $0.type.isSortable }
  }

  /// Stands still, or goes on.
  mutating func pause() {
    isPaused.toggle()
    ask(isSame: isAnswered)
  }

  mutating func type(_ text: String?) { prompt = text }

  /// Goes to the row whose number was typed.
  mutating func goToTyped() {
    defer { prompt = nil }
    guard let prompt, let row = Int(prompt) else { return }
    go(to: max(row, 1) - 1)
  }
}

extension WatchView {
  /// Takes what the owner says.
  mutating func receive(_ message: LiveMessage, at now: ContinuousClock.Instant) {
    connection = .live
    switch message {
    case .window(let rows): receive(rows, at: now)
    case .change(let change): receive(change, at: now)
    case .status(let status): self.status = status
    }
  }

  /// The owner answers again.
  mutating func connected() { connection = .live }

  mutating func lost(_ why: String) { connection = .lost(why) }

  /// A window: the first, one of another place, or the newest where changes were missed.
  private mutating func receive(_ rows: LiveRows, at now: ContinuousClock.Instant) {
    if isSeekingEnd, let last = rows.rows.last { return hold(end: last, of: rows) }
    let isSamePlace = isAnswered
    if isSamePlace, let window { noteMissed(rows, after: window, at: now) }
    window = rows
    isAnswered = true
    hold(asked: !isSamePlace)
  }

  /// Makes the last row the anchor, with a screen of rows before it.
  private mutating func hold(end last: LiveRow, of rows: LiveRows) {
    window = rows
    window?.rows = rows.rows.suffix(capacity)
    window?.offset = rows.offset.plus(max(rows.rows.count - capacity, 0))
    place = .anchor(last.id, lead: capacity - 1)
    ask()
  }

  /// What is new in a window, where nobody told which records changed.
  private mutating func noteMissed(
    _ rows: LiveRows, after window: LiveRows, at now: ContinuousClock.Instant
  ) {
    if isHeld { arrived.above += max(rows.offset - window.offset, 0) }
    let known = Dictionary(window.rows.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let fresh = rows.rows.filter { place == .top && known[$0.id] != $0 }
    for row in fresh { bright[row.id] = now + Self.glow }
  }

  private mutating func receive(_ change: LiveChange, at now: ContinuousClock.Instant) {
    guard var rows = window, rows.apply(change) else { return ask() }
    window = rows
    for insert in change.insert where insert.arrived == true {
      bright[insert.row.id] = now + Self.glow
    }
    if isHeld {
      arrived.above = arrived.above.plus(change.above)
      arrived.below = arrived.below.plus(change.below)
    }
    hold(asked: false)
  }

  /// Makes the top row the anchor; asks for that where another place was asked for.
  private mutating func hold(asked: Bool) {
    guard isHeld, let window else { return }
    guard let top = window.rows.first else { return goToTopIfEmpty(window) }
    if asked, window.offset == 0, window.total <= capacity { return goToTop() }
    let old = place
    place = .anchor(top.id, lead: 0)
    if asked, place != old, !isPaused { ask(isSame: true) }
  }

  /// A place past the end of fewer rows than there were.
  private mutating func goToTopIfEmpty(_ window: LiveRows) {
    if window.total > 0 { go(to: window.total.plus(-capacity)) } else { place = .top }
  }

  /// Lets rows settle whose time is over; says whether there were any.
  mutating func settle(at now: ContinuousClock.Instant) -> Bool {
    let count = bright.count
    bright = bright.filter { $0.value > now }
    return bright.count < count
  }
}
