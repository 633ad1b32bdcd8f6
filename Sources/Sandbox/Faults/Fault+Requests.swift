import Hummingbird

extension Sandbox.Fault {
  /// The request as the faulty upstream understands it.
  func misread(_ inquiry: Inquiry) -> Inquiry {
    switch self {
    case .ignoredOffset: inquiry.atOffset { _, _ in 0 }
    case .repeatedPages: inquiry.atOffset { offset, limit in max(0, max(0, offset) - limit) }
    case .ignoredCondition: inquiry.without("$where")
    default: inquiry
    }
  }

  /// The answer that takes the place of the upstream's own, if the fault has one.
  func replacement(for inquiry: Inquiry) -> Answer? {
    switch self {
    case .status(let code, let retryAfter): Self.failure(code, retryAfter)
    case .echo(let code): Self.echo(code, inquiry)
    case .html: Self.webPage
    case .wrongShape: Answer(.ok, ["success": false, "message": "This API has been retired."])
    case .redirect(let target, let status): Self.redirect(to: target, status)
    case .picture(let bad): bad.answer
    case .gzipBomb(let bytes): Self.bomb(bytes)
    default: nil
    }
  }

  private static func failure(_ code: Int, _ retryAfter: String?) -> Answer {
    var answer = Answer(
      HTTPResponse.Status(code: min(max(code, 200), 599)),
      ["error": true, "message": "Synthetic failure \(code)"])
    answer.headers[.retryAfter] = retryAfter
    return answer
  }

  /// As careless servers do.
  private static func echo(_ code: Int, _ inquiry: Inquiry) -> Answer {
    let headers = inquiry.headers.map { "\($0.name.canonicalName)=\($0.value)" }
    let address = "\(inquiry.path)?\(inquiry.query)"
    let text = "no access to \(address) with \(headers.joined(separator: " "))"
    var answer = Answer(
      HTTPResponse.Status(code: min(max(code, 200), 599)), ["error": true, "message": .text(text)])
    answer.headers[.wwwAuthenticate] = text
    return answer
  }

  private static let webPage = Answer(
    .ok,
    Array("<!DOCTYPE html><title>Synthetic</title><h1>We will be back soon</h1>\n".utf8),
    type: "text/html; charset=utf-8")

  private static func redirect(to target: String, _ status: Int) -> Answer {
    let status = HTTPResponse.Status(code: min(max(status, 300), 399))
    var answer = Answer(status, [], type: "text/plain")
    answer.headers[.location] = target
    return answer
  }

  private static func bomb(_ bytes: Int) -> Answer {
    var answer = Answer(.ok, GzipBomb.bytes(unpackingTo: bytes), type: "application/json")
    answer.headers[.contentEncoding] = "gzip"
    return answer
  }
}

extension Inquiry {
  /// The request without a parameter.
  fileprivate func without(_ name: String) -> Self {
    var inquiry = self
    inquiry.parameters.removeAll { $0.name == name }
    return inquiry
  }

  /// The request for another page: `change` gets the offset and the limit that were asked for.
  fileprivate func atOffset(_ change: (Int, Int) -> Int) -> Self {
    var inquiry = self
    for place in parameters.indices {
      let parameter = parameters[place]
      guard ["$offset", "offset"].contains(parameter.name) else { continue }
      let isSODA = parameter.name.hasPrefix("$")
      let limit = number(isSODA ? "$limit" : "limit", atLeast: 0, default: isSODA ? 1000 : 25)
      inquiry.parameters[place].value = String(change(Int(parameter.value) ?? 0, limit ?? 0))
    }
    return inquiry
  }
}
