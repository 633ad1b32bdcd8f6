import NIOCore
import NIOHTTP1

/// What goes on on one connection, and until when; made of values, so that tests turn its clock.
struct ExchangeState {
  private let limits: ConnectionLimits
  /// The requests whose answers have not ended, the oldest first.
  private(set) var exchanges: [Exchange] = []
  /// What came of the request line of a head that is not there yet.
  private(set) var line = RequestLine()
  /// Since when nothing goes on, and since when a head is being read.
  private var idleSince: NIODeadline
  private var headSince: NIODeadline?
  /// The body that is being read.
  private var body: Body?
  /// When the connection ends, whatever goes on.
  private var end: NIODeadline?
  private var isLingering = false

  /// A request whose answer has not ended.
  struct Exchange {
    /// Since when it is its turn.
    var since: NIODeadline
    let isOld: Bool
    let isLast: Bool
    let isHead: Bool
    var isBegun = false
    /// Whether the answer is made while it is sent, without an end that is known.
    var isStream = false
  }

  private struct Body {
    let since: NIODeadline
    var count = 0
  }

  /// What is to be done when a time is over.
  enum Action: Equatable {
    case refuse(RequestFault)
    case close
  }

  init(limits: ConnectionLimits, now: NIODeadline) {
    self.limits = limits
    idleSince = now
  }

  /// Whether the client is waited for, and since when: such a connection can be closed for another.
  var waitsSince: NIODeadline? {
    guard !isLingering else { return nil }
    if let body, exchanges.count <= 1, exchanges.first?.isBegun != true { return body.since }
    return exchanges.isEmpty ? headSince ?? idleSince : nil
  }

  /// Whether a body is being read.
  var isReadingBody: Bool { body != nil }
}

extension ExchangeState {
  /// Bytes came, before the parser saw them.
  mutating func received(_ bytes: some Collection<UInt8>, at now: NIODeadline) {
    guard body == nil else { return }
    if headSince == nil { headSince = now }
    line.add(bytes)
  }

  mutating func began(_ head: HTTPRequestHead, at now: NIODeadline) {
    headSince = nil
    line = RequestLine()
    body = Body(since: now)
    exchanges.append(
      Exchange(
        since: now, isOld: head.version.minor < 1, isLast: HeadRules.isLast(head),
        isHead: head.method == .HEAD))
  }

  /// A part of a body came; false when the body is too large.
  mutating func received(body count: Int) -> Bool {
    body?.count += count
    return (body?.count ?? 0) <= limits.largestBody
  }

  mutating func endedRequest(at now: NIODeadline) {
    body = nil
    if let last = exchanges.indices.last, !exchanges[last].isBegun { exchanges[last].since = now }
    if exchanges.isEmpty { idleSince = now }
  }

  mutating func beganAnswer(isStream: Bool) {
    guard !exchanges.isEmpty else { return }
    exchanges[0].isBegun = true
    exchanges[0].isStream = isStream
  }

  mutating func endedAnswer(at now: NIODeadline) {
    if !exchanges.isEmpty { exchanges.removeFirst() }
    if !exchanges.isEmpty { exchanges[0].since = now }
    idleSince = now
    if headSince != nil { headSince = now }
  }

  /// The connection is closed by us, and waits for the client to do the same.
  mutating func lingers(at now: NIODeadline) {
    guard !isLingering else { return }
    isLingering = true
    end = now + TimeAmount(limits.linger)
  }

  /// The server ends.
  mutating func ends(at now: NIODeadline) {
    guard !isLingering else { return }
    end = Swift.min(end ?? .distantFuture, now + TimeAmount(limits.ending))
  }

  /// When a time is over, and what is to be done then.
  var next: (deadline: NIODeadline, action: Action) {
    let own = waiting ?? answering ?? (.distantFuture, .close)
    guard let end, end <= own.deadline else { return own }
    let isOpen = !isLingering && exchanges.first?.isBegun == false
    return (end, isOpen ? .refuse(.unavailable) : .close)
  }

  /// How long the client is waited for.
  private var waiting: (deadline: NIODeadline, action: Action)? {
    guard waitsSince != nil else { return nil }
    if let body {
      let extra = TimeAmount.milliseconds(
        Int64(body.count / Swift.max(1, limits.bodyRate)) * 1000)
      let deadline = body.since + TimeAmount(limits.body) + extra
      return (deadline, exchanges.isEmpty ? .close : .refuse(.tooSlow))
    }
    guard let headSince else { return (idleSince + TimeAmount(limits.idle), .close) }
    return (headSince + TimeAmount(limits.head), .refuse(.tooSlow))
  }

  /// How long an answer may take.
  private var answering: (deadline: NIODeadline, action: Action)? {
    guard let first = exchanges.first, let most = limits.exchange, !first.isStream else {
      return nil
    }
    return (first.since + TimeAmount(most), first.isBegun ? .close : .refuse(.unavailable))
  }
}
