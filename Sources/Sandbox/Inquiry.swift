import Foundation
import Hummingbird

/// A request as the upstreams see it: decoded, and small enough to be changed by a fault.
struct Inquiry: Sendable {
  /// A query parameter, decoded.
  struct Parameter: Sendable {
    let name: String
    var value: String
  }

  let method: String
  let path: String
  let query: String
  private(set) var headers: HTTPFields
  /// Where the request was sent, such as `http://127.0.0.1:8081`, for links that lead back here.
  let base: String
  var parameters: [Parameter]

  init(_ request: Request) {
    method = request.method.rawValue
    path = request.uri.path
    query = request.uri.query ?? ""
    headers = request.headers
    base = "http://\(request.head.authority ?? "localhost")"
    parameters = query.split(separator: "&").map(Parameter.init)
  }

  /// The first value of a parameter.
  subscript(name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }

  /// The request of a client that has no copy.
  var unconditional: Self {
    var inquiry = self
    inquiry.headers[.ifNoneMatch] = nil
    inquiry.headers[.ifModifiedSince] = nil
    return inquiry
  }

  /// The last part of the path, decoded.
  var lastPart: String {
    let part = path.split(separator: "/").last.map(String.init) ?? ""
    return part.removingPercentEncoding ?? part
  }

  /// A parameter as a whole number of at least `lowest`; nil when it is something else.
  func number(_ name: String, atLeast lowest: Int, default usual: Int) -> Int? {
    guard let text = self[name] else { return usual }
    guard let number = Int(text), number >= lowest else { return nil }
    return number
  }
}

extension Inquiry.Parameter {
  /// One `name=value` of a query, where `+` and `%20` are spaces.
  init(_ text: Substring) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    name = Self.decoded(parts[0])
    value = parts.count > 1 ? Self.decoded(parts[1]) : ""
  }

  private static func decoded(_ text: Substring) -> String {
    let spaced = String(text).replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? spaced
  }
}
