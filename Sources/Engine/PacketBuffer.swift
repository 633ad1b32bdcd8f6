import AlmanacDeclarations
import Synchronization

/// Packets between a stream and the store: bounded, in order, handed over in groups.
///
/// A record that was taken stays until it is written: only then is there room for another.
final class PacketBuffer: Sendable {
  /// Records that are written in one transaction.
  struct Group: Sendable, Equatable {
    /// The records, in order.
    var records: [Record] = []
    /// Where the stream resumes after them; nothing where none of them says.
    var cursor: String?
    /// The counter of the last of their packets.
    var counter: Int64 = 0
    /// About how many bytes the records take.
    var bytes = 0
  }

  private struct State {
    var packets: [Group] = []
    var count = 0
    /// Records of a group that was handed over and is not written yet.
    var writing = 0
    /// About how many bytes all these records take.
    var (bytes, bytesWriting) = (0, 0)
    var isOpen = false
    var givers: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var nextGiver: UInt64 = 0
    var taker: CheckedContinuation<Void, Never>?
    /// With how many records the taker wants to be woken.
    var wanted = 1
    /// Whether the records that are there have waited long enough.
    var isDue = false
  }

  private let state = Mutex(State())
  /// Held by who adds packets: they are applied one after the other, and who takes them does not wait
  /// meanwhile.
  private let adding = Mutex(())
  private let rule: Source.Group

  /// The most records of one packet that are handed on at once, so that readers never wait long.
  static let slice = 2000

  /// About how many bytes may wait before a source has to; a group is ended by an eighth of it.
  static let mostBytes = 67_108_864

  /// A buffer that makes its source wait while it holds four groups, or very long records.
  init(_ rule: Source.Group) {
    self.rule = rule
  }

  /// How many records may wait before a source has to.
  var limit: Int { max(rule.records, Self.slice / 4) * 4 }

  /// How many records are not written yet.
  var count: Int { state.withLock { $0.count + $0.writing } }

  /// Lets packets in.
  func open() { state.withLock { $0.isOpen = true } }

  /// Lets no more packets in; what is there can still be taken.
  func end() {
    let waiting = adding.withLock { _ in  // what is being applied is still taken
      state.withLock { state in
        state.isOpen = false
        return Self.takeWaiting(&state)
      }
    }
    waiting.forEach { $0.resume() }
  }

  /// Adds a slice of a packet; waits while the buffer is full, so that the source feels it.
  ///
  /// - Parameter apply: Makes the records visible and gives their counter; called when there is
  ///   room, and in the order in which the records are written.
  /// - Throws: `CancellationError` when nobody takes packets any more, or the task is cancelled.
  func give(
    _ records: [Record], cursor: String?, apply: ([Record]) -> Int64
  ) async throws(CancellationError) {
    while true {
      if Task.isCancelled { throw CancellationError() }
      switch add(records, cursor: cursor, apply) {
      case .added: return
      case .full: await waitForRoom()
      case .closed: throw CancellationError()
      }
    }
  }

  /// Adds records if there is room now.
  func offer(_ records: [Record], apply: ([Record]) -> Int64) -> Bool {
    add(records, cursor: nil, apply) == .added
  }

  private enum Addition {
    case added, full, closed
  }

  private func add(
    _ records: [Record], cursor: String?, _ apply: ([Record]) -> Int64
  ) -> Addition {
    let bytes = records.reduce(0) { $0 + $1.roughBytes }
    let (addition, taker) = adding.withLock {
      _ -> (Addition, CheckedContinuation<Void, Never>?) in
      let addition = state.withLock { $0.isOpen ? (isFull($0) ? .full : .added) : Addition.closed }
      guard addition == .added else { return (addition, nil) }
      // No counter is used up by a packet without records, which only moves the cursor.
      let counter = records.isEmpty ? 0 : apply(records)
      let packet = Group(records: records, cursor: cursor, counter: counter, bytes: bytes)
      return (.added, state.withLock { Self.append(packet, to: &$0) })
    }
    taker?.resume()
    return addition
  }

  /// Appends a packet; returns the taker if there are enough records for it now.
  private static func append(
    _ packet: Group, to state: inout State
  ) -> CheckedContinuation<Void, Never>? {
    if packet.records.isEmpty, let last = state.packets.indices.last {
      state.packets[last].cursor = packet.cursor ?? state.packets[last].cursor
      return nil
    }
    state.packets.append(packet)
    state.count += packet.records.count
    state.bytes += packet.bytes
    guard state.count >= state.wanted || state.wanted <= 1 else { return nil }
    defer { state.taker = nil }
    return state.taker
  }

  private func isFull(_ state: State) -> Bool {
    state.count + state.writing >= limit || state.bytes + state.bytesWriting >= Self.mostBytes
  }

  private func waitForRoom() async {
    let ticket = state.withLock { state in
      state.nextGiver += 1
      return state.nextGiver
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          let mustWait = state.isOpen && isFull(state) && !Task.isCancelled
          if mustWait { state.givers[ticket] = continuation }
          return !mustWait
        }
        if isFree { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.givers.removeValue(forKey: ticket) }?.resume()
    }
  }

  /// The next group: as soon as there are enough records for one, or the first of them has waited
  /// as long as it may; nothing when the buffer has ended and nothing is left.
  func take() async -> Group? {
    state.withLock { $0.isDue = false }
    await wait(for: 1)
    if state.withLock({ !$0.packets.isEmpty && $0.isOpen && $0.count < rule.records }) {
      await withTaskGroup(of: Void.self) { tasks in
        tasks.addTask { await self.wait(for: self.rule.records) }
        tasks.addTask { [wait = rule.wait] in
          do { try await Task.sleep(for: wait) } catch {}  // cancelled: what is there is written
          self.wakeTaker()  // now, or as soon as it would wait
        }
        await tasks.next()
        tasks.cancelAll()
      }
    }
    return takeNow()
  }

  /// Tells that the group that was taken is written, so that there is room.
  func written() {
    let waiting = state.withLock { state in
      (state.writing, state.bytesWriting) = (0, 0)
      defer { state.givers = [:] }
      return Array(state.givers.values)
    }
    waiting.forEach { $0.resume() }
  }

  private func takeNow() -> Group? {
    let packets = state.withLock { state -> ArraySlice<Group> in
      let packets = firstGroup(of: state)
      state.packets.removeFirst(packets.count)
      (state.writing, state.bytesWriting) = (0, 0)
      for packet in packets {
        state.writing += packet.records.count
        state.bytesWriting += packet.bytes
      }
      state.count -= state.writing
      state.bytes -= state.bytesWriting
      return packets
    }
    guard !packets.isEmpty else { return nil }
    var group = Group()
    for packet in packets {
      group.records += packet.records
      group.cursor = packet.cursor ?? group.cursor
      group.counter = max(group.counter, packet.counter)
      group.bytes += packet.bytes
    }
    return group
  }

  /// The packets that are written next, in one transaction.
  private func firstGroup(of state: State) -> ArraySlice<Group> {
    var (end, records, bytes) = (0, 0, 0)
    while end < state.packets.count, records < rule.records, bytes < Self.mostBytes / 8 {
      records += state.packets[end].records.count
      bytes += state.packets[end].bytes
      end += 1
    }
    return state.packets[..<end]
  }

  /// Waits until there are so many records, any packet at all, or the end.
  private func wait(for wanted: Int) async {
    await withCheckedContinuation { continuation in
      let isEnough = state.withLock { state in
        let isThere = wanted <= 1 ? !state.packets.isEmpty : state.count >= wanted
        if isThere || state.isDue || !state.isOpen { return true }
        (state.taker, state.wanted) = (continuation, wanted)
        return false
      }
      if isEnough { continuation.resume() }
    }
  }

  private func wakeTaker() {
    let taker = state.withLock { state in
      defer { (state.taker, state.isDue) = (nil, true) }
      return state.taker
    }
    taker?.resume()
  }

  private static func takeWaiting(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    defer { (state.givers, state.taker) = ([:], nil) }
    return Array(state.givers.values) + (state.taker.map { [$0] } ?? [])
  }
}

extension Record {
  /// About how many bytes the record takes in memory.
  ///
  /// Cost: O(fields).
  var roughBytes: Int {
    values.reduce(64 + (extra?.utf8.count ?? 0)) { bytes, value in
      switch value {
      case .text(let text): bytes + 32 + text.utf8.count
      case .list(let texts): texts.reduce(bytes + 32) { $0 + 32 + $1.utf8.count }
      case .currencies(let all): bytes + 32 + all.count * 128
      default: bytes + 32
      }
    }
  }
}
