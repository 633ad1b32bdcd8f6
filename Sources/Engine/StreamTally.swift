import AlmanacDeclarations
import AlmanacDecoding
import AlmanacStorage
import Synchronization

/// Keeps a stream's counts; many may add at once.
final class StreamTally: Sendable {
  private struct State {
    var counts = StreamCounts()
    var setAside: [SetAsideCount] = []
    /// The newest of what could not be kept.
    var aside: [AsideRecord] = []
    var connections = 0
  }

  private let state = Mutex(State())

  /// The counts so far.
  var counts: StreamCounts { state.withLock { $0.counts } }

  /// What could not be kept, by reason, most first.
  var setAside: [SetAsideCount] {
    state.withLock { $0.setAside }.sorted { ($1.count, $0.reason) < ($0.count, $1.reason) }
  }

  /// The newest of what could not be kept, as it was sent; at most `mostListed`.
  var aside: [AsideRecord] { state.withLock { $0.aside } }

  /// How many records and packets are listed; each is cut to a thousand characters.
  static let mostListed = 500

  /// Counts a change of any kind.
  func count(_ change: (inout StreamCounts) -> Void) { state.withLock { change(&$0.counts) } }

  /// Counts and lists what could not be kept.
  func setAside(_ reason: String, _ count: Int = 1, sample: String) {
    list([AsideRecord(reason: reason, position: 1, raw: sample)])
    self.count(setAside: reason, count, sample: sample)
  }

  private func list(_ records: [AsideRecord]) {
    state.withLock { state in
      for var record in records {
        record.page = state.counts.packets
        record.raw = String(record.raw.prefix(1000))
        state.aside.append(record)
      }
      state.aside.removeFirst(max(0, state.aside.count - Self.mostListed))
    }
  }

  private func count(setAside reason: String, _ count: Int, sample: String) {
    state.withLock { state in
      state.counts.setAside += count
      guard let index = state.setAside.firstIndex(where: { $0.reason == reason }) else {
        return state.setAside.append(SetAsideCount(reason: reason, count: count, sample: sample))
      }
      state.setAside[index].count += count
    }
  }

  /// Counts a sound packet and what is odd in it.
  func count(_ page: DecodedPage, nonNumbers: Int = 0) {
    let illTyped = page.drift.fields.reduce(nonNumbers) { $0 + $1.illTyped + $1.dates.count }
    count {
      $0.packets += 1
      $0.illTyped += illTyped
    }
    list(AsideAnswer(isNews: true, page: page).rows)
    for aside in page.setAside {
      count(setAside: aside.reason.description, aside.count, sample: aside.excerpt)
    }
  }

  /// Counts a packet that could not be read.
  func count(_ failure: DecodingFailure) {
    count { $0.packets += 1 }
    setAside(failure.packetReason, sample: failure.description)
  }

  /// Counts what became of a group.
  func count(_ written: UpsertCounts) {
    count {
      $0.inserted += written.inserted
      $0.changed += written.changed
      $0.older += written.older
    }
    guard written.refused > 0 else { return }
    setAside("refused by the store", written.refused, sample: written.refusal ?? "")
  }

  /// Counts a connection; the first is no reconnection.
  func connected() {
    state.withLock {
      $0.connections += 1
      $0.counts.reconnects = $0.connections - 1
    }
  }
}

extension DecodingFailure {
  /// What kind of packet cannot be read; few kinds, however many packets.
  var packetReason: String {
    switch self {
    case .tooLarge: "packet too large"
    case .truncated, .cutRow, .unterminatedQuote: "packet breaks off"
    case .malformed: "packet is not JSON"
    case .webPage: "packet is a web page"
    case .empty: "packet is empty"
    case .wrongShape, .refused, .mostlySetAside: "packet holds no records"
    }
  }
}
