extension LiveTable {
  /// Reads a window live: first the window, then what changes in it, at most 20 times a second.
  ///
  /// It works wherever the table is open. What another process writes is seen where this one is told
  /// of it, which is not done yet.
  ///
  /// - Parameter lastVersion: The version of the window that the reader has already; where that is
  ///   the current one, no window is told first.
  public func subscribe(_ request: LiveRequest, lastVersion: String? = nil) -> LiveSubscription {
    LiveSubscription(hub: hub, request: request, lastVersion: lastVersion) { request, earlier in
      try await self.look(request, after: earlier)
    }
  }

  /// The window of a live request as it is now.
  public func window(_ request: LiveRequest) async throws -> Window {
    try await look(request, after: nil).window
  }

  /// Whether there is memory for one more live window.
  public var hasRoomForReaders: Bool { hub.hasRoom }

  /// How many read the table live now, and how many updates were given since the start.
  public var liveReaders: (readers: Int, updates: Int) {
    let counts = hub.counts
    return (counts.readers, counts.updates)
  }
}

/// Too many different windows of a dataset are read live at the same time.
public struct LiveRoomProblem: Error, Sendable {}
