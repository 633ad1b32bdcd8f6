import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite struct `Whether a check is due` {
  static let now = Date(timeIntervalSince1970: 1_784_000_000)

  /// A state in hours from now, negative for the past.
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var success: Double?
    var attempt: Double?
    var notBefore: Double?
    var retryAfter: Double?
    /// The words of the answer to: timer, opened, command, retry.
    var answers: [String]
    /// When the timer asks next, in hours from now.
    var next: Double = 0

    var state: SyncState {
      var state = SyncState()
      state.lastSuccess = success.map(date)
      state.lastAttempt = (attempt ?? success).map(date)
      state.notBefore = notBefore.map(date)
      state.retryAfter = retryAfter.map(date)
      return state
    }

    private func date(_ hours: Double) -> Date { now.addingTimeInterval(hours * 3600) }
  }

  static let go = ["now", "now", "now", "now"]
  static let later = ["not due", "not due", "not due", "now"]
  static let held = ["postponed", "postponed", "postponed", "postponed"]

  static let cases: [Case] = [
    Case(testDescription: "never asked", answers: go),
    Case(testDescription: "asked today", success: -23.9, answers: later, next: 0.1),
    Case(testDescription: "asked yesterday", success: -24, answers: go),
    Case(testDescription: "asked in the future: the clock has jumped", success: 5, answers: go),
    Case(
      testDescription: "failed, and backing off", success: -30, attempt: -0.1, notBefore: 0.5,
      answers: later, next: 0.5),
    Case(
      testDescription: "failed, backoff over: a failure is no success", success: -30,
      attempt: -1, notBefore: -0.5, answers: go),
    Case(
      testDescription: "backing off since a time that is yet to come", attempt: 300,
      notBefore: 306, answers: go),
    Case(
      testDescription: "the server asked us to wait", success: -30, attempt: -0.1,
      retryAfter: 2, answers: held, next: 2),
    Case(
      testDescription: "asked to wait by a clock that was a year ahead", success: -30,
      attempt: 8760, retryAfter: 8761, answers: go),
    Case(
      testDescription: "and asked again since: the wait is further off than any server may ask for",
      success: -30, attempt: -2, retryAfter: 8761, answers: go),
    Case(
      testDescription: "backing off longer than any backoff lasts", success: -30, attempt: -2,
      notBefore: 8761, answers: go),
    Case(
      testDescription: "asked, succeeded and told to wait by a clock that was years behind",
      success: -87_600, attempt: -87_600, notBefore: -87_599, retryAfter: -87_599, answers: go),
    Case(
      testDescription: "as long a wait as a server may ask for", success: -30, attempt: -0.1,
      retryAfter: 24, answers: held, next: 24),
    Case(
      testDescription: "the wait is over", success: -30, attempt: -3, retryAfter: -1, answers: go),
    Case(
      testDescription: "the latest of all reasons counts", success: -22, attempt: -0.1,
      notBefore: 1, retryAfter: 0.5, answers: held, next: 2),
  ]

  @Test(arguments: cases)
  func `follows from what happened and from who asks`(entry: Case) throws {
    let due = Due(refresh: Refresh(), state: entry.state)
    let occasions: [Keeper.Occasion] = [.timer, .opened, .command, .retry]
    let answers = occasions.map { due.wait(for: $0, at: Self.now)?.words ?? "now" }
    #expect(answers == entry.answers)
    let next = try #require(due.nextCheck(after: Self.now)).timeIntervalSince(Self.now) / 3600
    #expect(abs(next - entry.next) < 0.001)
  }

  @Test func `is for people alone where robots are not welcome`() {
    let due = Due(refresh: Refresh(when: [.opened]), state: SyncState())
    #expect(due.wait(for: .opened, at: Self.now) == nil)
    #expect(due.nextCheck(after: Self.now) == nil)
  }

  @Test func `is not for pages to say where only the clock may`() {
    let due = Due(refresh: Refresh(when: [.timer]), state: SyncState())
    #expect(due.wait(for: .opened, at: Self.now)?.words == "not due")
    #expect(due.wait(for: .timer, at: Self.now) == nil)
  }

  @Test func `never keeps a person from accepting what the brake holds, once a minute`() {
    var state = SyncState()
    state.held = 3
    state.notBefore = Self.now.addingTimeInterval(3600)
    state.lastAttempt = Self.now
    #expect(Due(refresh: Refresh(), state: state).wait(for: .accept, at: Self.now) == nil)
    state.lastByHand = Self.now.addingTimeInterval(-59)
    let again = Due(refresh: Refresh(), state: state).wait(for: .accept, at: Self.now)
    #expect(again?.words == "postponed")
    state.lastByHand = Self.now.addingTimeInterval(8760 * 3600)
    #expect(Due(refresh: Refresh(), state: state).wait(for: .accept, at: Self.now) == nil)
  }

  @Test func `lets nobody accept what is not held more often than try again`() {
    var state = SyncState()
    state.lastAttempt = Self.now.addingTimeInterval(-59)
    let answer = Due(refresh: Refresh(), state: state).wait(for: .accept, at: Self.now)
    #expect(answer?.words == "postponed")
  }

  @Test(arguments: [(1, 60.0), (2, 120), (3, 240), (9, 15_360), (10, 21_600), (500, 21_600)])
  func `backs off by doubling from a minute to six hours, jittered`(
    failures: Int, seconds: TimeInterval
  ) {
    let waits = (0..<200).map { _ in Due.backoff(failures: failures) }
    #expect(waits.allSatisfy { (0.75 * seconds...1.25 * seconds).contains($0) })
    #expect(Set(waits).count > 100)
  }
}
