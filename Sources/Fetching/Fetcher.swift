public import Foundation
public import Logging

/// Asks servers and files for bytes, politely, and keeps what they answered.
///
/// One fetcher serves a whole program: it remembers which hosts asked to be left alone, joins
/// equal requests and shares one cache. Call ``shutdown()`` before letting go of it.
public final class Fetcher: Sendable {
  let configuration: Configuration
  let wire: Transport
  let streamWire: Transport
  let relayWire: Transport
  let cache: HTTPCache
  /// The doors of servers that are asked for data.
  let gate: HostGate
  /// The doors of servers that get messages: a slow endpoint holds up no sync of the same host.
  let messageGate: HostGate
  let redirectWaits = RedirectWaits()
  let flights = SingleFlight<FetchRequest, FetchOutcome>()
  let now: @Sendable () -> Date
  let sleep: @Sendable (Duration) async throws -> Void
  let random: @Sendable () -> Double
  let uptime: @Sendable () -> Duration
  let logger: Logger

  /// A fetcher with a cache of its own.
  ///
  /// Time and chance are parameters, so that tests need not wait: `now` tells the time, `sleep`
  /// pauses between tries and turns, `random` gives numbers in 0..<1, and `uptime` measures how long
  /// an answer takes, whatever the time is set to.
  public init(
    _ configuration: Configuration,
    now: @escaping @Sendable () -> Date = { Date() },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    uptime: @escaping @Sendable () -> Duration = Fetcher.uptime,
    logger: Logger = Logger(label: "almanac.fetching")
  ) {
    self.configuration = configuration
    self.now = now
    self.sleep = sleep
    self.random = random
    self.uptime = uptime
    self.logger = logger
    wire = Transport(configuration)
    streamWire = Transport(configuration, for: .streams)
    relayWire = Transport(configuration, for: .relaying)
    gate = HostGate(now: now, sleep: sleep)
    messageGate = HostGate(now: now, sleep: sleep)
    cache = HTTPCache(
      directory: configuration.cacheDirectory, limit: configuration.maxCacheBytes, now: now,
      logger: logger)
  }

  private static let start = ContinuousClock.now

  /// The time since the first use of a fetcher, by a clock that never jumps.
  @Sendable public static func uptime() -> Duration { start.duration(to: .now) }

  /// The largest answer that is taken, in bytes.
  public var mostBytes: Int { configuration.maxBytes }

  /// Brings the bytes of a URL, from the server or from the cache.
  ///
  /// Equal requests that run at once become one. What is expected (new bytes, the same bytes,
  /// "ask later") is a ``FetchOutcome``; a ``FetchError`` means that the stored copy is all there
  /// is. The first use of a stored body since the start costs one pass over it, later ones nothing.
  public func fetch(_ request: FetchRequest) async throws(FetchError) -> FetchOutcome {
    try await flights.share(request) { () async throws(FetchError) -> FetchOutcome in
      try await self.fetchAlone(request)
    }
  }

  /// Lets go of the stored answer to a request, whose bytes proved to be no answer at all: the next
  /// such request is sent without conditions.
  public func forget(_ request: FetchRequest) async throws(FetchError) {
    let sent = request.url.isFileURL ? [] : ownHeaders + request.callerHeaders
    guard let stored = await cache.lookUp(CacheKey(request), sending: sent) else { return }
    try await cache.forget(stored)
  }

  /// The hosts (as `name:port`) that asked to be left alone, and until when; to be kept across
  /// restarts.
  public func heldBack() async -> [String: Date] {
    var dates: [String: Date] = [:]
    for (host, date) in await gate.heldBack { dates[host.description] = date }
    return dates
  }

  /// Lets nobody ask the given hosts (as `name:port`) before the given times, as an earlier run
  /// was told; a text that names no host is passed over.
  public func holdBack(_ dates: [String: Date]) async {
    for (text, date) in dates {
      guard let host = Authority(text) else { continue }
      await holdBack(host, until: date)
    }
  }

  /// What a server asks for counts at both of its doors.
  func holdBack(_ host: Authority, until date: Date) async {
    await gate.holdBack(host, until: date)
    await messageGate.holdBack(host, until: date)
  }

  /// Leaves the server of an answer alone as long as its `Retry-After` says, whatever its status;
  /// returns until when that is.
  func obey(_ head: AnswerHead) async -> Date? {
    guard let date = RetryAfter.date(from: head.headers.first("Retry-After"), now: now()) else {
      return nil
    }
    if let host = Authority(head.url) { await holdBack(host, until: date) }
    return date
  }

  /// Whether a redirect must not be followed yet, since its server asks for a wait before.
  func mustWait(before head: AnswerHead) -> Bool {
    let date = RetryAfter.date(from: head.headers.first("Retry-After"), now: now())
    return date.map { redirectWaits.mustWait(at: head.url, until: $0, now: now()) } ?? false
  }

  /// Ends all connections; requests still running fail with ``FetchError/cancelled``.
  public func shutdown() async throws(FetchError) {
    try await wire.shutdown()
    try await streamWire.shutdown()
    try await relayWire.shutdown()
  }
}
