import Foundation

/// The status line and headers of an answer, with the times that its age is reckoned from.
struct AnswerHead: Sendable {
  var status: Int
  var phrase: String
  var headers: [HTTPHeader]
  var url: URL
  var requestedAt: Date
  var receivedAt: Date
}
