import Foundation

/// What one try came to.
enum Reply: Sendable {
  case settled(FetchOutcome)
  case setback(Setback)
}

/// A try that did not succeed, but the next one may.
enum Setback: Sendable {
  /// A timeout, a lost connection or a 5xx.
  case failed(FetchError)
  /// 202, "ask again", as SODA servers say while they prepare an answer.
  case notReady(Date?, Authority?)
  /// 429 without a time.
  case tooOften(Authority?)

  /// When the server wants to be asked again, if it said so.
  var date: Date? {
    guard case .notReady(let date, _) = self else { return nil }
    return date
  }
}

extension Fetcher {
  /// One flight: the cache first, then as many tries as the configuration allows.
  @concurrent
  func fetchAlone(_ request: FetchRequest) async throws(FetchError) -> FetchOutcome {
    if request.url.isFileURL { return try await fetchFile(request) }
    guard Authority(request.url) != nil else {
      throw .unusable(why: "\(request.url.forLogs) is not an http, https or file address")
    }
    let key = CacheKey(request)
    let stored = await cache.lookUp(key, sending: ownHeaders + request.callerHeaders)
    let policy = CachePolicy(request.callerHeaders, now: now())
    if request.freshness == .cachedIfFresh, let stored, policy.reuse(stored.entry) == .asItIs {
      return .notModified(stored.payload(for: request.url), because: .stillFresh)
    }
    do throws(FetchError) {
      return try await askUntilSettled(request, stored)
    } catch {
      return try stale(stored, for: request, after: error)
    }
  }

  /// A stale answer instead of an error, where its origin or the asker said that this is better
  /// (RFC 5861 §4), told as what it is; never for a due request, whose copy is in the store.
  private func stale(
    _ stored: StoredAnswer?, for request: FetchRequest, after error: FetchError
  ) throws(FetchError) -> FetchOutcome {
    let policy = CachePolicy(request.callerHeaders, now: now())
    guard error.mayPass, request.freshness == .cachedIfFresh, let stored,
      policy.permitsStaleOnError(stored.entry)
    else { throw error }
    return .notModified(stored.payload(for: request.url), because: .staleAfter(error))
  }

  /// Asks again after 202, 429, 5xx and timeouts, ever more slowly; nothing else is repeated.
  private func askUntilSettled(
    _ request: FetchRequest, _ stored: StoredAnswer?
  ) async throws(FetchError) -> FetchOutcome {
    for tries in 1... {
      switch try await ask(request, stored) {
      case .settled(let outcome): return outcome
      case .setback(let setback):
        guard let pause = pause(after: tries, setback) else { return try await giveUp(setback) }
        do { try await sleep(pause) } catch { throw .cancelled }
      }
    }
    throw .cancelled
  }

  /// The wait before the next try, or `nil` when there is none.
  private func pause(after tries: Int, _ setback: Setback) -> Duration? {
    guard tries < configuration.tries else { return nil }
    let pause = configuration.backoff.pause(after: tries, random: random())
    guard let date = setback.date else { return pause }
    let asked = Duration.seconds(date.timeIntervalSince(now()))
    return asked > configuration.backoff.longest ? nil : max(asked, pause)
  }

  private func giveUp(_ setback: Setback) async throws(FetchError) -> FetchOutcome {
    let later = now().addingTimeInterval(configuration.postponement / .seconds(1))
    switch setback {
    case .failed(let error): throw error
    case .notReady(let date, let host):
      if let date, let host { await holdBack(host, until: date) }
      return .postponed(until: max(date ?? later, later), because: .notReady)
    case .tooOften(let host):
      if let host { await holdBack(host, until: later) }
      return .postponed(until: later, because: .askedToWait(status: 429))
    }
  }
}
