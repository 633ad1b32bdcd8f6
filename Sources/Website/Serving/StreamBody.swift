import AlmanacEngine

/// How a stream is doing, for programs.
struct StreamBody: Codable, Sendable {
  let isConnected: Bool
  let packets, received, inserted, changed, older: Int
  let unlisted, illTyped, setAside, dropped, reconnects: Int

  enum CodingKeys: String, CodingKey {
    case packets, received, inserted, changed, older, unlisted, dropped, reconnects
    case isConnected = "is_connected"
    case illTyped = "ill_typed"
    case setAside = "set_aside"
  }

  init(_ status: StreamStatus) {
    let counts = status.counts
    isConnected = status.isConnected
    (packets, received, inserted) = (counts.packets, counts.received, counts.inserted)
    (changed, older, unlisted) = (counts.changed, counts.older, counts.unlisted)
    (illTyped, setAside) = (counts.illTyped, counts.setAside)
    (dropped, reconnects) = (counts.dropped, counts.reconnects)
  }
}
