import Foundation

/// The answer at the end of all redirects.
struct Answer: Sendable {
  enum Content: Sendable {
    /// The whole body of an answer of 200 or the like.
    case body(ReceivedBody)
    /// The beginning of an error's text; empty for 202, 304 and 429.
    case text(String)
  }

  let head: AnswerHead
  let content: Content
  /// Seconds for which the redirects on the way hold; `nil` for no limit.
  let redirectsHold: TimeInterval?
  /// Whether validators were sent, without which a 304 means nothing.
  let wasConditional: Bool

  var status: Int { head.status }
  var headers: [HTTPHeader] { head.headers }
  var requestedAt: Date { head.requestedAt }
  var receivedAt: Date { head.receivedAt }

  /// The answer's text as an error, for statuses that are one.
  var error: FetchError {
    guard case .text(let text) = content else {
      return .httpStatus(code: status, phrase: head.phrase, body: "")
    }
    return .httpStatus(code: status, phrase: head.phrase, body: text)
  }
}
