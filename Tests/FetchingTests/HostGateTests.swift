import Foundation
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `A host gate` {
  let time = ManualTime()
  let host: Authority
  let other: Authority

  init() throws {
    host = try #require(Authority("example.org:443"))
    other = try #require(Authority("example.com:443"))
  }

  private func makeGate() -> HostGate {
    HostGate(now: { [time] in time.now }, sleep: { [time] in time.pause($0) })
  }

  @Test func `lets one request at a time through`() async throws {
    let gate = makeGate()
    let inside = Counter()
    let crowds = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask { [host] in
          _ = try await gate.withTurn(at: host) {
            if inside.next() > 1 { crowds.next() }
            await Task.yield()
            inside.previous()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(crowds.value == 0)
  }

  @Test func `does not let one host wait for another`() async throws {
    let gate = makeGate()
    let turn = try await gate.withTurn(at: host) { [other] () async throws(FetchError) -> Int in
      guard case .had(let answer) = try await gate.withTurn(at: other, { 42 }) else { return 0 }
      return answer
    }
    guard case .had(42) = turn else { throw FetchError.cancelled }
  }

  @Test func `pauses between two requests, for what is left of the pause`() async throws {
    let gate = makeGate()
    _ = try await gate.withTurn(at: host, spacing: .seconds(1)) {}
    _ = try await gate.withTurn(at: host, spacing: .seconds(1)) {}
    time.advance(0.25)
    _ = try await gate.withTurn(at: host, spacing: .seconds(1)) {}
    time.advance(5)
    _ = try await gate.withTurn(at: host, spacing: .seconds(1)) {}
    #expect(time.pauses == [.seconds(1), .seconds(0.75)])
  }

  @Test func `holds a host back until the time it named, the later of two`() async throws {
    let gate = makeGate()
    let later = time.now.addingTimeInterval(60)
    await gate.holdBack(host, until: later)
    await gate.holdBack(host, until: time.now.addingTimeInterval(5))
    guard case .notBefore(let date) = try await gate.withTurn(at: host, {}) else {
      throw FetchError.cancelled
    }
    #expect(date == later)
    #expect(await gate.heldBack == [host: later])
    time.advance(60)
    guard case .had = try await gate.withTurn(at: host, {}) else { throw FetchError.cancelled }
    #expect(await gate.heldBack.isEmpty)
  }

  @Test func `gives the turn on when work fails`() async throws {
    let gate = makeGate()
    await #expect(throws: FetchError.timedOut(host: "x")) {
      try await gate.withTurn(at: host) { () async throws(FetchError) -> Void in
        throw .timedOut(host: "x")
      }
    }
    guard case .had = try await gate.withTurn(at: host, {}) else { throw FetchError.cancelled }
  }

  @Test func `lets go of one who gives up in the queue, and serves the others`() async throws {
    let gate = makeGate()
    let served = Counter()
    _ = try await gate.withTurn(at: host) { [host] () async throws(FetchError) -> Void in
      await withTaskGroup(of: FetchError?.self) { group in
        group.addTask {
          do throws(FetchError) {
            _ = try await gate.withTurn(at: host) { _ = served.next() }
            return nil
          } catch { return error }
        }
        while await gate.queue(at: host) == 0 { await Task.yield() }
        group.cancelAll()
        #expect(await group.next() == .some(.cancelled))
      }
    }
    _ = try await gate.withTurn(at: host) { _ = served.next() }
    #expect(served.value == 1)
  }
}
