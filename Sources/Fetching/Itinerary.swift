import Foundation

/// The way of one request from host to host until an answer is not a redirect.
struct Itinerary: Sendable {
  /// The URL to ask now.
  private(set) var url: URL
  /// The caller's headers that may be sent there.
  private(set) var headers: [HTTPHeader]
  /// Whether that URL may lead into a private network.
  private(set) var mayBePrivate: Bool
  /// Seconds for which all redirects so far hold; `nil` when there is no limit.
  private(set) var redirectsHold: TimeInterval?
  /// The hosts that may be gone to; nothing where any will do.
  let hosts: Set<String>?
  private var visited: Set<String>

  init(_ request: FetchRequest) {
    url = request.url
    headers = request.callerHeaders
    mayBePrivate = request.mayBePrivate
    hosts = request.hosts
    visited = [request.url.withoutFragment]
  }

  /// Goes where a redirect points.
  ///
  /// Throws when it names no web address, when it closes a loop, and at the eleventh.
  mutating func follow(_ answer: AnswerHead) throws(FetchError) {
    let target = try RedirectRule.target(of: answer.headers.first("Location"), from: url)
    guard visited.count <= RedirectRule.most else {
      throw .badRedirect(why: "more than \(RedirectRule.most) times")
    }
    guard visited.insert(target.withoutFragment).inserted else {
      throw .badRedirect(why: "in a circle (\(target.forLogs))")
    }
    limitHold(RedirectRule.holds(answer.status, answer.headers))
    headers = RedirectRule.headers(headers, from: url, to: target)
    url = target
  }

  /// From here on no private address is allowed: a public server sent us on.
  mutating func stayPublic() {
    mayBePrivate = false
  }

  private mutating func limitHold(_ seconds: TimeInterval) {
    guard seconds < redirectsHold ?? .infinity else { return }
    redirectsHold = seconds
  }
}
