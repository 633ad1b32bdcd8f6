import AlmanacDeclarations
import AlmanacStorage
import Foundation
import Testing

@testable import AlmanacEngine

@Suite(.timeLimit(.minutes(5))) struct `A stream that a program feeds` {
  @Test func `keeps what it is given, and counts each record once`() async throws {
    try await withTrial { trial in
      try trial.declare(Fed.declared())
      try await trial.withLibrary { library in
        try await running(library) {
          try await until { try await library.status(of: "deals")?.stream?.isConnected == true }
          try await library.receive(Fed.deals(1...5000, at: 10), into: "deals")
          try await library.receive(
            Fed.deals(1...10, at: 11) + Fed.deals(1...5, at: 9) + [Fed.deal(6, at: nil)],
            into: "deals")
          let counts = try await library.written(5016)
          #expect((counts.received, counts.inserted) == (5016, 5000))
          #expect((counts.changed, counts.older, counts.packets) == (10, 6, 2))
          #expect(try library.existing("deals").count() == 5000)
          let status = try await library.status(of: "deals")
          #expect(status?.origin == .upstream && status?.trouble == nil)
        }
      }
      try await trial.withLibrary { library in
        let all = try Copy(library, "deals").records
        #expect(all == Fed.deals(1...10, at: 11) + Fed.deals(11...5000, at: 10))
      }
    }
  }

  @Test func `writes what it took before it ends`() async throws {
    try await withTrial { trial in
      try trial.declare(Fed.declared("group: { records: 100000, wait: 60s }"))
      try await trial.withLibrary { library in
        try await running(library) {
          try await until { try library.offer(Fed.deals(1...1), into: "deals") }
          try await library.receive(Fed.deals(2...700), into: "deals")
        }
        let count = try library.existing("deals").store.size().count
        #expect(count == 700)
      }
    }
  }

  @Test func `lets go of what is offered where there is no room, and says so`() async throws {
    try await withTrial { trial in
      try trial.declare(Fed.declared())
      try await trial.withLibrary { library in
        let isTaken = try library.offer(Fed.deals(1...3), into: "deals")  // it does not run yet
        let (dropped, total) = (
          try await library.counts().dropped, try library.existing("deals").version()
        )
        #expect(!isTaken && dropped == 3 && total.hasSuffix("-0"))
      }
    }
  }

  @Test func `sets aside what the declaration has no place for`() async throws {
    try await withTrial { trial in
      try trial.declare(Fed.declared())
      try await trial.withLibrary { library in
        let good = Fed.deal(1)
        var (short, infinite, empty) = (Fed.deal(2), Fed.deal(3), Fed.deal(4))
        short.values.removeLast()
        infinite.values[1] = .number(.infinity)
        empty.values[2] = .text("")
        let other = Record(id: .text("x"), values: good.values)
        try await running(library) {
          try await library.receiveOnce(
            [short, good, infinite, empty, other, Fed.deal(5, side: "held")], into: "deals")
          let counts = try await library.written(2)
          #expect((counts.received, counts.inserted, counts.setAside) == (2, 2, 4))
          #expect(counts.unlisted == 1)
          let status = try await library.status(of: "deals")
          #expect(
            status?.setAside.map(\.reason).sorted() == [
              "key of another type", "not one value for each field", "price of another type",
              "side of another type",
            ])
          #expect(status?.setAside.map(\.sample).sorted() == ["2", "3", "4", "x"])
        }
        #expect(
          try Copy(library, "deals").records.map(\.values[2]) == [.text("buy"), .text("held")])
      }
    }
  }

  @Test func `is the only kind that takes records from a program`() async throws {
    try await withTrial { trial in
      try trial.declare(Deals(records: 10, packet: 1).declared())
      try await trial.withLibrary { library in
        await #expect(throws: LibraryError.self) {
          try await library.receive([], into: "deals")
        }
        #expect(throws: LibraryError.self) { try library.offer([], into: "nothing") }
      }
    }
  }

  @Test func `keeps a group that cannot be written, and holds up its source until it can`()
    async throws
  {
    try await withTrial { trial in
      try trial.declare(Fed.declared())
      try await trial.withLibrary { library in
        let table = try library.existing("deals")
        try await running(library) {
          try await library.receiveOnce(Fed.deals(1...50), into: "deals")
          _ = try await library.written(50)
          let block = try Blocked(table.store.file)
          async let fed: Void = library.receive(Fed.deals(51...9000), into: "deals")
          try await until { try await library.trouble("deals") != nil }
          let trouble = try await library.trouble("deals")
          #expect(trouble?.kind == .failed && trouble?.nextAttempt != nil)
          #expect(try await library.counts().received < 9000)
          #expect(try !library.offer(Fed.deals(1...1), into: "deals"))
          try block.lift()
          try await fed
          let counts = try await library.written(9000)
          #expect(counts.inserted == 9000 && counts.dropped == 1)
          try await until { try await library.trouble("deals") == nil }
        }
        #expect(try table.count() == 9000)
      }
    }
  }
}

extension Library {
  /// Gives records to a library that has begun to run just now.
  fileprivate func receiveOnce(_ records: [Record], into id: String) async throws {
    try await until { try await self.status(of: id)?.stream?.isConnected == true }
    try await receive(records, into: id)
  }
}
