import AlmanacDeclarations
import Foundation
import Synchronization
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(3))) struct `A buffer of packets` {
  private func packet(_ number: Int, of size: Int) -> [Record] {
    (0..<size).map { Record(id: .integer(Int64(number * size + $0)), values: []) }
  }

  private func buffer(_ records: Int, wait: Duration = .zero) -> PacketBuffer {
    let buffer = PacketBuffer(Source.Group(records: records, wait: wait))
    buffer.open()
    return buffer
  }

  /// Counters as a table gives them: 1, 2, 3...
  private final class Counter: Sendable {
    let last = Mutex<Int64>(0)

    func next(_ records: [Record]) -> Int64 {
      last.withLock {
        $0 += 1
        return $0
      }
    }
  }

  @Test func `gives back all records in order, with the last cursor and counter`() async throws {
    let (buffer, counter) = (buffer(100), Counter())
    try await buffer.give(packet(0, of: 3), cursor: "1", apply: counter.next)
    try await buffer.give(packet(1, of: 3), cursor: "2", apply: counter.next)
    try await buffer.give(packet(2, of: 3), cursor: nil, apply: counter.next)
    let group = try #require(await buffer.take())
    #expect(group.records.map(\.id.description) == (0..<9).map(String.init))
    #expect(group.cursor == "2" && group.counter == 3)
  }

  @Test func `gives a group while a packet is applied, and takes that packet at its end`()
    async throws
  {
    let (buffer, counter) = (buffer(1), Counter())
    try await buffer.give(packet(0, of: 2), cursor: "0", apply: counter.next)
    let (begun, waiting) = AsyncStream.makeStream(of: Void.self)
    let release = DispatchSemaphore(value: 0)
    async let given: Void = buffer.give(packet(1, of: 2), cursor: "1") { records in
      waiting.yield()
      release.wait()
      return counter.next(records)
    }
    for await _ in begun { break }
    let first = await buffer.take()
    #expect(first?.cursor == "0" && buffer.count == 2)
    buffer.written()
    DispatchQueue.global().async { release.signal() }
    buffer.end()  // waits for what is being applied
    try await given
    #expect(await buffer.take()?.cursor == "1")
    #expect(await buffer.take() == nil)
  }

  @Test func `gives whole packets, no more than a group and the packet that fills it`() async throws
  {
    let (buffer, counter) = (buffer(5, wait: .seconds(60)), Counter())
    for number in 0..<4 {
      try await buffer.give(packet(number, of: 3), cursor: "\(number)", apply: counter.next)
    }
    let first = try #require(await buffer.take())
    #expect(first.records.count == 6 && first.cursor == "1" && first.counter == 2)
    let second = try #require(await buffer.take())
    #expect(second.records.count == 6 && second.cursor == "3" && second.counter == 4)
  }

  @Test func `lets a group wait no longer than it may`() async throws {
    let (buffer, counter) = (buffer(1000, wait: .milliseconds(1)), Counter())
    for number in 0..<50 {
      async let group = buffer.take()
      try await buffer.give(packet(number, of: 2), cursor: "\(number)", apply: counter.next)
      #expect(await group?.counter == Int64(number + 1))
      buffer.written()
    }
  }

  @Test func `gives a cursor without records`() async throws {
    let (buffer, counter) = (buffer(1000), Counter())
    try await buffer.give([], cursor: "7", apply: counter.next)
    let group = try #require(await buffer.take())
    #expect(group.records.isEmpty && group.cursor == "7" && counter.last.withLock { $0 } == 0)
  }

  @Test func `never holds more than its limit and one packet, however fast the source`() async {
    let (buffer, counter) = (buffer(10), Counter())
    #expect(buffer.limit == 2000)
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<3 {
        group.addTask {
          for number in 0..<400 {
            do {
              try await buffer.give(packet(number, of: 10), cursor: nil, apply: counter.next)
            } catch { break }
          }
          return 0
        }
      }
      group.addTask {
        var (largest, total) = (0, 0)
        while total < 12_000, let taken = await buffer.take() {
          for _ in 0..<20 { await Task.yield() }
          largest = max(largest, buffer.count)
          total += taken.records.count
          buffer.written()
        }
        return largest
      }
      for await largest in group { #expect(largest < 2010) }
    }
    #expect(counter.last.withLock { $0 } == 1200)
  }

  @Test func `has no room for more until a group is written`() async throws {
    let (buffer, counter) = (buffer(2000), Counter())
    for number in 0..<4 { #expect(buffer.offer(packet(number, of: 2000), apply: counter.next)) }
    #expect(!buffer.offer(packet(9, of: 1), apply: counter.next))
    _ = await buffer.take()
    #expect(!buffer.offer(packet(9, of: 1), apply: counter.next))
    buffer.written()
    #expect(buffer.offer(packet(9, of: 1), apply: counter.next))
    #expect(counter.last.withLock { $0 } == 5)
  }

  @Test func `gives what is left after its end, and then nothing`() async throws {
    let (buffer, counter) = (buffer(1000, wait: .seconds(60)), Counter())
    try await buffer.give(packet(0, of: 2), cursor: "1", apply: counter.next)
    buffer.end()
    #expect(await buffer.take()?.records.count == 2)
    #expect(await buffer.take() == nil)
    #expect(!buffer.offer(packet(1, of: 2), apply: counter.next))
  }

  @Test(arguments: [true, false])
  func `lets go of a source that waits when it ends or the source is cancelled`(isEnded: Bool)
    async throws
  {
    let (buffer, counter) = (buffer(1), Counter())
    try await buffer.give(packet(0, of: 2000), cursor: "1", apply: counter.next)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await #expect(throws: CancellationError.self) {
          try await buffer.give(packet(1, of: 2), cursor: "2", apply: counter.next)
        }
      }
      for _ in 0..<50 { await Task.yield() }
      if isEnded { buffer.end() } else { group.cancelAll() }
      try await group.waitForAll()
    }
    #expect(counter.last.withLock { $0 } == 1)
  }

  @Test func `makes a source of very long records wait, however few they are`() async throws {
    let buffer = buffer(2000)
    let counter = Counter()
    let long = Record(id: .integer(1), values: [.text(String(repeating: "x", count: 1 << 22))])
    var taken = 0
    while buffer.offer([long], apply: counter.next) { taken += 1 }
    #expect(taken == PacketBuffer.mostBytes >> 22)
    let group = await buffer.take()
    #expect(group?.records.count == 2)  // an eighth of all
    #expect(!buffer.offer([long], apply: counter.next))
    buffer.written()
    #expect(buffer.offer([long], apply: counter.next))
  }

  @Test func `moves the cursor for packets without records, and keeps none of them`() async throws {
    let buffer = buffer(10)
    let counter = Counter()
    try await buffer.give(packet(0, of: 1), cursor: "1", apply: counter.next)
    for number in 2...5000 { try await buffer.give([], cursor: "\(number)", apply: counter.next) }
    let group = await buffer.take()
    #expect(group?.cursor == "5000" && group?.counter == 1 && group?.records.count == 1)
    buffer.end()
    #expect(await buffer.take() == nil)
  }
}
