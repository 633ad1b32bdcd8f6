import AlmanacDeclarations
import AlmanacEngine

/// A stream's counts, as the command line tells them.
struct StreamLine: Encodable {
  let isConnected: Bool
  let rate: Double
  let packets: Int
  let received: Int
  let inserted: Int
  let changed: Int
  let older: Int
  let unlisted: Int
  let illTyped: Int
  let setAside: Int
  let dropped: Int
  let reconnects: Int

  init(_ status: StreamStatus) {
    let counts = status.counts
    isConnected = status.isConnected
    rate = status.rate
    packets = counts.packets
    received = counts.received
    inserted = counts.inserted
    changed = counts.changed
    older = counts.older
    unlisted = counts.unlisted
    illTyped = counts.illTyped
    setAside = counts.setAside
    dropped = counts.dropped
    reconnects = counts.reconnects
  }

  /// What is out of the ordinary.
  var notes: [String] {
    let notes: [(Int, Message)] = [
      (older, "\(older) no newer than what is held"), (unlisted, "\(unlisted) no declared choice"),
      (illTyped, "\(illTyped) values of another type"), (dropped, "\(dropped) dropped: no room"),
    ]
    return notes.filter { $0.0 > 0 }.map { said($0.1) }
  }
}
