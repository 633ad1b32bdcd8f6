import AlmanacDeclarations

/// Packets between a stream and the store: bounded, in order, handed over in groups.
actor PacketBuffer {
  private var records: [Record] = []
  private var cursor: String?
  private var isEnded = false
  private let limit: Int
  private var giver: CheckedContinuation<Void, Never>?
  private var taker: CheckedContinuation<Void, Never>?

  /// A buffer that makes its source wait while it holds more than `limit` records.
  init(limit: Int) {
    self.limit = limit
  }

  /// Adds a packet; waits while the buffer is full, so that the source feels it.
  ///
  /// - Throws: `CancellationError` when nobody takes packets any more.
  func give(_ packet: [Record], cursor: String?) async throws {
    while records.count >= limit, !isEnded {
      await withCheckedContinuation { giver = $0 }
    }
    if isEnded { throw CancellationError() }
    records += packet
    self.cursor = cursor ?? self.cursor
    wakeTaker()
  }

  /// Waits until there are records; false when the stream has ended and nothing is left.
  func waitForRecords() async -> Bool {
    while records.isEmpty, !isEnded {
      await withCheckedContinuation { taker = $0 }
    }
    return !records.isEmpty
  }

  /// How many records wait.
  var count: Int { records.count }

  /// Takes everything that waits.
  func take() -> (records: [Record], cursor: String?) {
    defer {
      records = []
      giver?.resume()
      giver = nil
    }
    return (records, cursor)
  }

  /// No more packets will come.
  func end() {
    isEnded = true
    wakeTaker()
    giver?.resume()
    giver = nil
  }

  private func wakeTaker() {
    taker?.resume()
    taker = nil
  }
}
