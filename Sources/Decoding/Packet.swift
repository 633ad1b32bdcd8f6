public import AlmanacDeclarations

/// Records of a stream that came together.
public struct Packet: Sendable, Hashable {
  /// Where to resume after this packet: the id of its event, else the cursor of its records.
  public var cursor: String?
  /// The name of its event; `message` where the stream gives none.
  public var event: String
  /// The records in the order of the packet; a later one of the same key revises an earlier one.
  public var records: [Record]
  /// What else came out of the packet: records set aside, drift.
  public var page: DecodedPage
  /// How many values were NaN or Infinity, which JSON does not know; their records have no value there.
  public var nonNumbers = 0
}
