import AlmanacDeclarations
import Foundation
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(1))) struct `A buffer of packets` {
  private func packet(_ number: Int, of size: Int) -> [Record] {
    (0..<size).map { Record(id: .integer(Int64(number * size + $0)), values: []) }
  }

  @Test func `gives back all records in order, with the last cursor`() async throws {
    let buffer = PacketBuffer(limit: 100)
    try await buffer.give(packet(0, of: 3), cursor: "1")
    try await buffer.give(packet(1, of: 3), cursor: "2")
    try await buffer.give(packet(2, of: 3), cursor: nil)
    #expect(await buffer.waitForRecords())
    let (records, cursor) = await buffer.take()
    #expect(records.map(\.id.description) == (0..<9).map(String.init))
    #expect(cursor == "2")
  }

  @Test func `never holds more than its limit and one packet, however fast the source`() async {
    let buffer = PacketBuffer(limit: 50)
    await withTaskGroup(of: Int.self) { group in
      group.addTask {
        for number in 0..<200 {
          do { try await buffer.give(packet(number, of: 10), cursor: "\(number)") } catch { break }
        }
        await buffer.end()
        return 0
      }
      group.addTask {
        var (largest, total) = (0, 0)
        while await buffer.waitForRecords() {
          for _ in 0..<20 { await Task.yield() }
          let taken = await buffer.take().records
          largest = max(largest, taken.count)
          total += taken.count
        }
        #expect(total == 2000)
        return largest
      }
      for await largest in group { #expect(largest < 60) }
    }
  }

  @Test func `gives what is left after its end, and then nothing`() async throws {
    let buffer = PacketBuffer(limit: 10)
    try await buffer.give(packet(0, of: 2), cursor: "1")
    await buffer.end()
    #expect(await buffer.waitForRecords())
    #expect(await buffer.take().records.count == 2)
    #expect(await buffer.waitForRecords() == false)
  }

  @Test func `lets go of a source that waits when nobody takes any more`() async throws {
    let buffer = PacketBuffer(limit: 1)
    try await buffer.give(packet(0, of: 2), cursor: "1")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await #expect(throws: CancellationError.self) {
          try await buffer.give(packet(1, of: 2), cursor: "2")
        }
      }
      for _ in 0..<50 { await Task.yield() }
      await buffer.end()
      try await group.waitForAll()
    }
  }
}
