import Foundation
import Synchronization

/// Sends cases to a server, judges what comes back, and makes what fails as short as it can.
struct HTTPFuzzer: Sendable {
  let seed: UInt64
  let grammar: FuzzGrammar
  let port: Int
  /// The file that names the cases which are on their way, for when the program does not survive one.
  let record: URL?

  /// What a run found.
  struct Tally: Sendable {
    var requests = 0
    var cases = 0
    var statuses: [Int: Int] = [:]
    var failures: [Failure] = []

    mutating func add(_ other: Tally) {
      requests += other.requests
      cases += other.cases
      statuses.merge(other.statuses, uniquingKeysWith: +)
      failures += other.failures
    }
  }

  /// A case that was not answered as it must be.
  struct Failure: Sendable, CustomStringConvertible {
    let index: Int
    let why: String
    let shortest: String

    var description: String { "case \(index): \(why)\n  shortest: \(shortest)" }
  }

  /// Runs until so many requests were sent, on some connections at a time.
  func run(requests: Int, connections: Int) async -> Tally {
    let next = CaseCounter(requests)
    return await withTaskGroup(of: Tally.self) { group in
      for lane in 0..<connections {
        group.addTask {
          await withCheckedContinuation { continuation in
            DispatchQueue(label: "fuzz \(lane)").async {
              continuation.resume(returning: work(lane, next))
            }
          }
        }
      }
      var sum = Tally()
      for await tally in group { sum.add(tally) }
      return sum
    }
  }

  private func work(_ lane: Int, _ next: CaseCounter) -> Tally {
    var tally = Tally()
    while tally.failures.count < 5 {
      guard let index = next.next() else { return tally }
      var dice = Dice(seed: seed, index: index)
      let sent = grammar.make(&dice)
      note(lane, index)
      let count = send(index, sent, &tally)
      next.note(count)
    }
    return tally
  }

  /// Sends a case and judges it; gives how many requests it was.
  private func send(_ index: Int, _ sent: FuzzCase, _ tally: inout Tally) -> Int {
    let (came, end) = FuzzConnection(port: port).exchange(sent)
    let verdict = Self.judge(sent, came, end)
    tally.cases += 1
    for status in verdict.statuses { tally.statuses[status, default: 0] += 1 }
    let count = max(sent.methods?.count ?? 0, verdict.statuses.count, 1)
    tally.requests += count
    if let why = verdict.fault {
      tally.failures.append(Failure(index: index, why: why, shortest: shortest(sent, why).shown))
    }
    return count
  }

  private func note(_ lane: Int, _ index: Int) {
    guard let record else { return }
    let text = "seed \(seed) case \(index)"
    let file = record.appendingPathExtension("\(lane)")
    _ = FileManager.default.createFile(atPath: file.path, contents: Data(text.utf8))
  }

  /// What is wrong with what came back; nothing where all is as it must be.
  static func judge(
    _ sent: FuzzCase, _ came: [UInt8], _ end: FuzzConnection.End
  ) -> (fault: String?, statuses: [Int]) {
    if end == .hung { return ("no answer and no end in time", []) }
    if end == .refused { return ("no connection", []) }
    var (reader, answers) = (AnswerReader(came), [AnswerReader.Answer]())
    do {
      while !reader.isAtEnd, answers.last?.isStream != true {
        let method = sent.methods.map {
          $0.indices.contains(answers.count) ? $0[answers.count] : "GET"
        }
        let answer = try reader.next(method)
        answers.append(answer)
        if answer.status >= 500, ![501, 503, 505].contains(answer.status) {
          return ("answered \(answer.status)", answers.map(\.status))
        }
      }
    } catch {
      if end != .reset || error.description.contains("injected") {
        return ("answer \(answers.count + 1): \(error)", answers.map(\.status))
      }
    }
    let statuses = answers.map(\.status)
    guard let methods = sent.methods, end == .closed, answers.last?.isLast != true,
      !(sent.leastAnswers...methods.count).contains(answers.count)
    else { return (nil, statuses) }
    return ("\(answers.count) answers to \(methods.count) requests", statuses)
  }

  /// The shortest case found that fails in the same way: parts are left out as long as it still does.
  private func shortest(_ sent: FuzzCase, _ why: String) -> FuzzCase {
    var (best, part, tries) = (sent, sent.bytes.count / 2, 0)
    best.methods = nil
    best.cuts = []
    guard fails(best, why) else { return sent }
    while part > 0, tries < 300 {
      var place = 0
      while place < best.bytes.count, tries < 300 {
        var less = best
        less.bytes.removeSubrange(place..<min(place + part, best.bytes.count))
        tries += 1
        if fails(less, why) { best = less } else { place += part }
      }
      part /= 2
    }
    return best
  }

  private func fails(_ sent: FuzzCase, _ why: String) -> Bool {
    let (came, end) = FuzzConnection(port: port, patience: 3000).exchange(sent)
    return Self.judge(sent, came, end).fault == why
  }
}

/// Numbers the cases, until so many requests were sent.
private final class CaseCounter: Sendable {
  private let state: Mutex<(case: Int, left: Int)>

  init(_ requests: Int) { state = Mutex((0, requests)) }

  func next() -> Int? {
    state.withLock { state in
      guard state.left > 0 else { return nil }
      state.case += 1
      return state.case
    }
  }

  func note(_ count: Int) { state.withLock { $0.left -= count } }
}
