public import Foundation

/// What came of a request that did not fail.
public enum FetchOutcome: Sendable {
  /// The bytes differ from the stored ones, or nothing was stored.
  case changed(Payload)
  /// The bytes are those stored before.
  case notModified(Payload, because: Sameness)
  /// Nothing new can be had before the given time; the stored copy stays as it is.
  case postponed(until: Date, because: Postponement)

  /// How we know that the stored bytes still hold.
  public enum Sameness: Sendable, Hashable {
    /// The server answered 304, or the file's size, time and inode are unchanged.
    case confirmed
    /// The whole answer was sent again and its bytes are identical.
    case identical
    /// The stored answer is still fresh and nobody was asked.
    case stillFresh
    /// The stored answer is stale, but the server failed and its `stale-if-error` (RFC 5861) lets
    /// the stored bytes stand for a while; never told to a due request.
    case staleAfter(FetchError)
  }

  /// The answer's bytes and head, unless the request was postponed.
  public var payload: Payload? {
    switch self {
    case .changed(let payload), .notModified(let payload, _): payload
    case .postponed: nil
    }
  }
}

/// Why a request has to wait.
public enum Postponement: Sendable, Hashable, CustomStringConvertible {
  /// The server named the time itself, or said that it was asked too often.
  case askedToWait(status: Int)
  /// The server is still preparing the answer (202).
  case notReady
  /// An earlier answer of this host asked us to wait, so nothing was sent.
  case hostHeldBack

  /// The reason in words for people.
  public var description: String {
    switch self {
    case .askedToWait(let status): "the server asks us to wait (status \(status))"
    case .notReady: "the server is still preparing the answer"
    case .hostHeldBack: "the server asked us to wait, so nothing was sent"
    }
  }
}

/// An answer's bytes, and where and when they came from.
public struct Payload: Sendable {
  /// The decoded bytes, indexed from 0; mapped from the cache file where there is one.
  public var body: Data
  /// The HTTP status; 200 for a file.
  public var status: Int
  /// The answer's headers, without those of the connection and without cookies.
  public var headers: [HTTPHeader]
  /// Where the bytes came from after redirects; without its query when served from the cache
  /// after a redirect, since a redirected query may hold a secret.
  public var url: URL
  /// When the server last vouched for these bytes.
  public var receivedAt: Date
  /// The SHA-256 of ``body`` in hexadecimal, to compare with what was applied before.
  public var digest: String

  /// The value of `Content-Type`, if the server sent one.
  public var contentType: String? { header("Content-Type") }

  /// All lines of the named header joined by commas, or `nil` when it is absent.
  public func header(_ name: String) -> String? {
    headers.combined(name)
  }
}
