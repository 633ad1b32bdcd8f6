public import Foundation
import HTTPTypes

extension Sandbox {
  /// A request an upstream received.
  public struct RecordedRequest: Sendable, Hashable {
    /// GET, as a rule.
    public let method: String
    /// The path without the query.
    public let path: String
    /// The query as it was sent, without the question mark.
    public let query: String
    /// The headers, by name in lower case; several of one name are joined by commas.
    public let headers: [String: String]
    /// When it came.
    public let date: Date

    /// True when it asked only for what is newer than the client's copy.
    public var isConditional: Bool {
      headers["if-none-match"] != nil || headers["if-modified-since"] != nil
    }
  }
}

extension Sandbox.State {
  /// The requests received so far whose path begins with `prefix`; those to `/control` do not count.
  public func requests(at prefix: String = "/") -> [Sandbox.RecordedRequest] {
    seen.filter { $0.path.hasPrefix(prefix) }
  }

  /// Forgets the requests received so far.
  public func forgetRequests() {
    seen = []
  }

  /// Remembers a request; of very many only the newest, so that a long demo does not grow.
  func record(_ inquiry: Inquiry, at date: Date) {
    if seen.count >= 20_000 { seen.removeFirst(10_000) }
    let headers = inquiry.headers.map { ($0.name.canonicalName, $0.value) }
    seen.append(
      Sandbox.RecordedRequest(
        method: inquiry.method, path: inquiry.path, query: inquiry.query,
        headers: Dictionary(headers) { "\($0), \($1)" }, date: date))
  }
}
