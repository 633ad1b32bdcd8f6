/// How urgently a person asks for a check.
public enum SyncRequest: String, Sendable, Hashable, CaseIterable {
  /// If one is due.
  case due
  /// Now: at most once a minute per host, never before Retry-After.
  case retry
  /// Now, and apply the answer even if the copy shrinks below its floor.
  case accept
}

extension Library {
  /// Checks a dataset's upstream as a person asks; nothing when there is no such dataset.
  public func sync(_ id: String, _ request: SyncRequest) async throws -> SyncOutcome? {
    switch request {
    case .due: try await sync(id)
    case .retry: try await retry(id)
    case .accept: try await accept(id)
    }
  }
}
