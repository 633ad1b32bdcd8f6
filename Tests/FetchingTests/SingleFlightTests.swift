import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `A single flight` {
  @Test func `is shared by all who ask for the same`() async throws {
    let flights = SingleFlight<String, Int>()
    let flown = Counter()
    let answers = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<10 {
        group.addTask {
          try await flights.share("a") {
            while await flights.waiting(for: "a") < 9 { await Task.yield() }
            return flown.next()
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: 1, count: 10))
  }

  @Test func `is taken over by another when the first one gives up`() async throws {
    let flights = SingleFlight<String, Int>()
    let flown = Counter()
    let answer = try await withThrowingTaskGroup(of: Int?.self) { group in
      let leader = Canceller()
      group.addTask {
        await withTaskGroup(of: Void.self) { inner in
          inner.addTask {
            _ = try? await flights.share("a") { () async throws(FetchError) -> Int in
              flown.next()
              while !Task.isCancelled { await Task.yield() }
              throw .cancelled
            }
          }
          await leader.wait()
          inner.cancelAll()
        }
        return nil
      }
      while flown.value == 0 { await Task.yield() }
      group.addTask { try await flights.share("a") { 100 + flown.next() } }
      while await flights.waiting(for: "a") == 0 { await Task.yield() }
      leader.cancel()
      return try await group.reduce(into: 0) { $0 += $1 ?? 0 }
    }
    #expect(answer == 102)
  }

  @Test func `brings the same failure to all, and flies again afterwards`() async throws {
    let flights = SingleFlight<String, Int>()
    await #expect(throws: FetchError.timedOut(host: "h")) {
      try await flights.share("a") { () async throws(FetchError) -> Int in
        throw .timedOut(host: "h")
      }
    }
    #expect(try await flights.share("a") { 7 } == 7)
  }
}

/// Lets a test say when.
private struct Canceller: Sendable {
  private let pair = AsyncStream<Void>.makeStream()
  func cancel() { pair.continuation.finish() }
  func wait() async { for await _ in pair.stream {} }
}
