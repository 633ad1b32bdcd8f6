import Foundation

/// What the parts of Fetching that read headers know of an answer.
struct Answer: Sendable {
  var headers: [HTTPHeader]
  var requestedAt: Date
  var receivedAt: Date
  var redirectsHold: TimeInterval?
}

/// Why a redirect cannot be followed.
public enum FetchError: Error, Sendable, Hashable, CustomStringConvertible {
  /// It cannot or must not be followed.
  case badRedirect(why: String)

  /// What happened, in words for people.
  public var description: String {
    switch self {
    case .badRedirect(let why): "The server sent us elsewhere, but \(why)"
    }
  }
}
