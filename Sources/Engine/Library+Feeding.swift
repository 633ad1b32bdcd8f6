public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record

extension Library {
  /// Takes records into a stream that a program feeds (`kind: stream` with neither `url` nor
  /// `simulate`), and waits while there is no room.
  ///
  /// Once it returns, the records are shown; they are on disk with the next group, at the latest
  /// when `run()` ends in good order. They are taken while `run()` runs. Records that the
  /// declaration has no place for are set aside and counted in the status.
  ///
  /// - Throws: `LibraryError` where the dataset is not fed; `CancellationError` when the library
  ///   no longer runs.
  public func receive(_ records: [Record], into id: String) async throws {
    try await feed(id).receive(records)
  }

  /// Takes records into a stream that a program feeds if there is room now; never waits.
  ///
  /// - Returns: False where there was no room: then none was taken, and the status counts them all
  ///   as dropped.
  /// - Throws: `LibraryError` where the dataset is not fed.
  public func offer(_ records: [Record], into id: String) throws -> Bool {
    try feed(id).offer(records)
  }

  private func feed(_ id: String) throws(LibraryError) -> StreamFeed {
    guard let keeper = try keeper(id), keeper.dataset.source.isFed else { throw .notFed(id) }
    return keeper.feed
  }
}

/// Records that a program hands in, on their way to the buffer.
struct StreamFeed: Sendable {
  let table: LiveTable
  let buffer: PacketBuffer
  let tally: StreamTally

  /// Hands records on in slices; waits for room before each.
  func receive(_ records: [Record]) async throws {
    let kept = checked(records)
    for start in stride(from: 0, to: kept.count, by: PacketBuffer.slice) {
      let slice = Array(kept[start..<min(start + PacketBuffer.slice, kept.count)])
      try await buffer.give(slice, cursor: nil, apply: table.receive)
      tally.count(slice, of: table.dataset)
    }
  }

  /// Hands records on if there is room for all of them now.
  func offer(_ records: [Record]) -> Bool {
    let kept = checked(records)
    guard kept.isEmpty || buffer.offer(kept, apply: table.receive) else {
      tally.count { $0.dropped += records.count }
      return false
    }
    tally.count(kept, of: table.dataset)
    return true
  }

  /// The records that the declaration has a place for.
  private func checked(_ records: [Record]) -> [Record] {
    tally.count { $0.packets += 1 }
    let check = RecordCheck(table.dataset)
    return records.filter { record in
      guard let complaint = check.complaint(about: record) else { return true }
      tally.setAside(complaint, sample: "\(record.id)")
      return false
    }
  }
}
