import Crypto
import Foundation
import Hummingbird

/// What an upstream answers, before conditions and faults are applied.
struct Answer: Sendable {
  /// The body, in the form that leaves the most to the stages after.
  enum Content: Sendable {
    case json(JSON)
    case bytes([UInt8])
    case stream(ResponseBody)
  }

  var status: HTTPResponse.Status = .ok
  var headers: HTTPFields = [:]
  var content: Content
  /// What the entity tag is made from when the body will not do (it may come in any order).
  var identity: JSON?

  /// A JSON body.
  init(_ status: HTTPResponse.Status = .ok, _ json: JSON, headers: HTTPFields = [:]) {
    self.status = status
    self.headers = headers
    self.headers[.contentType] = "application/json; charset=utf-8"
    content = .json(json)
  }

  /// A body of another type.
  init(_ status: HTTPResponse.Status = .ok, _ bytes: [UInt8], type: String) {
    self.status = status
    headers[.contentType] = type
    content = .bytes(bytes)
  }

  /// A body that is written little by little.
  init(_ stream: ResponseBody, headers: HTTPFields) {
    self.headers = headers
    content = .stream(stream)
  }

  /// The body, unless it is streamed.
  var bytes: [UInt8]? {
    switch content {
    case .json(let json): json.bytes
    case .bytes(let bytes): bytes
    case .stream: nil
    }
  }

  /// Says that the answer is not real data.
  func synthetic(_ isSynthetic: Bool = true) -> Self {
    var answer = self
    answer.headers[named: "X-Synthetic"] = isSynthetic ? "true" : nil
    return answer
  }

  /// States when the data last changed.
  func modified(_ date: Date) -> Self {
    var answer = self
    answer.headers[.lastModified] = date.httpDate
    return answer
  }

  /// States how long and by whom the answer may be kept.
  func cached(_ control: String) -> Self {
    var answer = self
    answer.headers[.cacheControl] = control
    return answer
  }
}

extension Answer {
  /// The answer in HTTP: with an entity tag, and as 304 when the client has it already.
  func response(to inquiry: Inquiry) -> Response {
    guard let bytes else { return streamed }
    var headers = headers
    if status == .ok { headers[.eTag] = tag(of: bytes) }
    guard status == .ok, inquiry.has(headers) else {
      return Response(
        status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
    headers[.contentType] = nil
    return Response(status: .notModified, headers: headers)
  }

  private var streamed: Response {
    guard case .stream(let body) = content else { return Response(status: status) }
    return Response(status: status, headers: headers, body: body)
  }

  private func tag(of bytes: [UInt8]) -> String {
    let digest = SHA256.hash(data: identity?.bytes ?? bytes).prefix(12)
    let hash = digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    return identity == nil ? "\"\(hash)\"" : "W/\"\(hash)\""
  }
}

extension Inquiry {
  /// Whether the client holds what these headers describe (RFC 9110, section 13.2.2).
  fileprivate func has(_ current: HTTPFields) -> Bool {
    if let tags = headers[.ifNoneMatch] {
      let held = tags.split(separator: ",").map { Self.opaque($0) }
      return held.contains("*") || held.contains(Self.opaque((current[.eTag] ?? "")[...]))
    }
    guard let since = headers[.ifModifiedSince].flatMap(Date.init(httpDate:)),
      let modified = current[.lastModified].flatMap(Date.init(httpDate:))
    else { return false }
    return modified <= since
  }

  /// An entity tag without its weakness, because If-None-Match compares weakly.
  private static func opaque(_ tag: Substring) -> Substring {
    let trimmed = tag.drop { $0 == " " }
    let plain = trimmed.hasPrefix("W/") ? trimmed.dropFirst(2) : trimmed
    return plain.last == " " ? plain.prefix { $0 != " " } : plain
  }
}
