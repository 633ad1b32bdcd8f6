import HTTPTypes
import NIOHTTP1

/// Why a request cannot be answered as it was sent: an answer of the protocol, after which the
/// connection ends.
struct RequestFault: Error, Hashable {
  /// The status of the answer.
  let status: HTTPResponseStatus
  /// After how many seconds it is worth asking again.
  var retryAfter: Int?

  /// What is sent is no HTTP (RFC 9112, section 2.2).
  static let malformed = RequestFault(status: .badRequest)
  /// The head or the body came too slowly (RFC 9110, section 15.5.9).
  static let tooSlow = RequestFault(status: .requestTimeout)
  /// The body is larger than anything that is asked for here.
  static let bodyTooLarge = RequestFault(status: .payloadTooLarge)
  /// The request target is longer than any of ours.
  static let targetTooLong = RequestFault(status: .uriTooLong)
  /// The head is larger than any browser sends.
  static let headTooLarge = RequestFault(status: .requestHeaderFieldsTooLarge)
  /// The method or the transfer coding is not known (RFC 9112, section 6.1).
  static let notImplemented = RequestFault(status: .notImplemented)
  /// Another major version of HTTP.
  static let otherVersion = RequestFault(status: .httpVersionNotSupported)
  /// The answer took too long, or the server ends.
  static let unavailable = RequestFault(
    status: .serviceUnavailable, retryAfter: ConnectionLimits.retryAfter)

  /// What an error of the parser amounts to.
  ///
  /// - Parameter line: What came of the request line.
  init(_ error: HTTPParserError, line: RequestLine, _ limits: ConnectionLimits) {
    switch error {
    case .headerOverflow:
      self = line.count > limits.longestField ? .targetTooLong : .headTooLarge
    case .invalidVersion: self = .otherVersion
    case .invalidMethod: self = line.hasMethod ? .notImplemented : .malformed
    default: self = .malformed
    }
  }

  private init(status: HTTPResponseStatus, retryAfter: Int? = nil) {
    self.status = status
    self.retryAfter = retryAfter
  }

  /// The body: an RFC 9457 problem without more words than its status.
  var body: String {
    "{\"type\":\"about:blank\",\"title\":\"\(status.reasonPhrase)\",\"status\":\(status.code)}"
  }

  /// The head of the answer.
  var head: HTTPResponseHead {
    var headers = HTTPHeaders([
      ("Content-Type", "application/problem+json"), ("Content-Length", "\(body.utf8.count)"),
      ("Connection", "close"),
    ])
    if let retryAfter { headers.add(name: "Retry-After", value: "\(retryAfter)") }
    return HTTPResponseHead(version: .http1_1, status: status, headers: headers)
  }
}

/// The first bytes of a request, kept to tell why the parser refuses them.
struct RequestLine: Sendable {
  private var start: [UInt8] = []
  /// How many bytes of it came.
  private(set) var count = 0
  private var hasEnded = false
  private static let longestMethod = 32

  /// Takes bytes of a request whose head is not there yet.
  mutating func add(_ bytes: some Collection<UInt8>) {
    guard !hasEnded else { return }
    start += bytes.prefix(Self.longestMethod + 1 - min(start.count, Self.longestMethod + 1))
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    count += line.count
    hasEnded = line.count < bytes.count
  }

  /// Whether the line begins with what could be a method (RFC 9110, section 9.1).
  var hasMethod: Bool {
    guard let end = start.firstIndex(of: UInt8(ascii: " ")), end > 0 else { return false }
    return start[..<end].allSatisfy(Self.isTokenByte)
  }

  /// Whether a byte may stand in a token (RFC 9110, section 5.6.2).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
