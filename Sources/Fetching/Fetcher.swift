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
  let gate: HostGate
  let flights = SingleFlight<FetchRequest, FetchOutcome>()
  let now: @Sendable () -> Date
  let sleep: @Sendable (Duration) async throws -> Void
  let random: @Sendable () -> Double
  let logger: Logger

  /// A fetcher with a cache of its own.
  ///
  /// Time and chance are parameters, so that tests need not wait: `now` tells the time, `sleep`
  /// pauses between tries and turns, `random` gives numbers in 0..<1.
  public init(
    _ configuration: Configuration,
    now: @escaping @Sendable () -> Date = { Date() },
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    logger: Logger = Logger(label: "almanac.fetching")
  ) {
    self.configuration = configuration
    self.now = now
    self.sleep = sleep
    self.random = random
    self.logger = logger
    wire = Transport(configuration)
    streamWire = Transport(configuration, for: .streams)
    relayWire = Transport(configuration, for: .relaying)
    gate = HostGate(now: now, sleep: sleep)
    cache = HTTPCache(
      directory: configuration.cacheDirectory, limit: configuration.maxCacheBytes, now: now,
      logger: logger)
  }

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
      await gate.holdBack(host, until: date)
    }
  }

  /// Ends all connections; requests still running fail with ``FetchError/cancelled``.
  public func shutdown() async throws(FetchError) {
    try await wire.shutdown()
    try await streamWire.shutdown()
    try await relayWire.shutdown()
  }
}
