public import Foundation

/// Why a request failed, each case with what a person needs to know.
public enum FetchError: Error, Sendable, Hashable {
  /// No connection, or one that broke before the answer was whole.
  case unreachable(host: String, why: String)
  /// The server was reached, but what it sent is no whole answer of HTTP.
  case brokenOff(host: String, why: String)
  /// The server was silent, or the whole answer took longer than allowed.
  case timedOut(host: String)
  /// The server could not prove who it is, or did not speak TLS.
  case untrusted(host: String, why: String)
  /// The answer, decoded, is larger than the limit in bytes.
  case tooLarge(limit: Int)
  /// The answer's compression is damaged, unknown, or grows past the limit.
  case undecodable(why: String)
  /// The server answered with an error; `body` is the beginning of its text.
  case httpStatus(code: Int, phrase: String, body: String)
  /// A redirect that cannot or must not be followed.
  case badRedirect(why: String)
  /// A URL found in data leads into a private network.
  case privateAddress(host: String)
  /// A URL found in data, or a redirect, leads to a host that the asker did not name.
  case unnamedHost(host: String)
  /// Not a URL that can be fetched, or headers that cannot be sent.
  case unusable(why: String)
  /// There is no file at this path.
  case fileMissing(path: String)
  /// The file is there but cannot be read.
  case fileUnreadable(path: String, why: String)
  /// The answer could not be written to the cache folder.
  case cannotStore(why: String)
  /// A stream was refused until the given time.
  case postponed(until: Date, because: Postponement)
  /// The caller gave up, or the fetcher was shut down.
  case cancelled
}

extension FetchError {
  /// Whether the same request may succeed a little later: timeouts, lost connections and 5xx.
  ///
  /// Any other status is our mistake and is never asked again.
  public var mayPass: Bool {
    switch self {
    case .unreachable, .brokenOff, .timedOut: true
    case .httpStatus(let code, _, _): (500...599).contains(code)
    default: false
    }
  }
}

extension FetchError: CustomStringConvertible {
  /// What happened, in words for people.
  public var description: String {
    switch self {
    case .unreachable(let host, let why): "\(host) could not be reached: \(why)"
    case .brokenOff(let host, let why): "\(host) gave no whole answer: \(why)"
    case .timedOut(let host): "\(host) did not answer in time"
    case .untrusted(let host, let why): "The connection to \(host) is not secure: \(why)"
    case .tooLarge(let limit): "The answer is larger than the limit of \(limit) bytes"
    case .undecodable(let why): "The answer could not be unpacked: \(why)"
    case .httpStatus(let code, let phrase, let body):
      "The server answered \(code) \(phrase)" + (body.isEmpty ? "" : ": \(body)")
    case .badRedirect(let why): "The server sent us elsewhere, but \(why)"
    default: localDescription
    }
  }

  private var localDescription: String {
    switch self {
    case .privateAddress(let host):
      "\(host) is an address in a private network, which data may not name"
    case .unnamedHost(let host): "\(host) is not one of the hosts that may be asked for this"
    case .unusable(let why): "The request cannot be sent: \(why)"
    case .fileMissing(let path): "There is no file \(path)"
    case .fileUnreadable(let path, let why): "The file \(path) cannot be read: \(why)"
    case .cannotStore(let why): "The answer could not be kept in the cache folder: \(why)"
    case .postponed(let until, let reason):
      "Not before \(until.formatted(.iso8601)): \(reason)"
    default: "The request was given up"
    }
  }
}
