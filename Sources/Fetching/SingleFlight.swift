/// Lets equal requests that run at once share one flight, and so one request on the wire.
///
/// The first asker does the work in its own task, the others wait for what it brings. When the
/// first one gives up, one of the others takes its place.
public actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
  private typealias Landing = AsyncStream<Result<Value, FetchError>>
  private var flights: [Key: [Landing.Continuation]] = [:]

  /// No flights yet.
  public init() {}

  /// What the one flight under this key brings.
  public nonisolated func share(
    _ key: Key, _ work: () async throws(FetchError) -> Value
  ) async throws(FetchError) -> Value {
    while true {
      guard let landing = await join(key) else { return try await lead(key, work) }
      guard let result = await landing.first(where: { _ in true }) else { throw .cancelled }
      if case .failure(.cancelled) = result { continue }
      return try result.get()
    }
  }

  /// How many askers wait for the flight under this key; 0 also when there is none.
  func waiting(for key: Key) -> Int {
    flights[key]?.count ?? 0
  }

  private nonisolated func lead(
    _ key: Key, _ work: () async throws(FetchError) -> Value
  ) async throws(FetchError) -> Value {
    do throws(FetchError) {
      let value = try await work()
      await land(key, .success(value))
      return value
    } catch {
      await land(key, .failure(error))
      throw error
    }
  }

  /// A place on the running flight, or `nil` when there is none and the asker must lead.
  private func join(_ key: Key) -> Landing? {
    guard flights[key] != nil else {
      flights[key] = []
      return nil
    }
    let (landing, continuation) = Landing.makeStream()
    flights[key]?.append(continuation)
    return landing
  }

  private func land(_ key: Key, _ result: Result<Value, FetchError>) {
    for continuation in flights.removeValue(forKey: key) ?? [] {
      continuation.yield(result)
      continuation.finish()
    }
  }
}
