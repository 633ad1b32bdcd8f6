import Foundation

/// A stored answer: its head, and its bytes mapped from its file.
struct StoredAnswer: Sendable {
  let entry: CacheEntry
  let body: Data
  let file: URL

  /// The answer as the caller sees it; `requested` is the URL it asked for.
  func payload(for requested: URL) -> Payload {
    Payload(
      body: body, status: entry.status, headers: entry.headers,
      url: entry.redirectedTo.flatMap { URL(string: $0) } ?? requested,
      receivedAt: entry.receivedAt, digest: entry.bodyDigest)
  }
}
