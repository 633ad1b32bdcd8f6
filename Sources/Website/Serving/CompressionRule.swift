import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Packs whole answers of text for those who take gzip; streams, exports and pictures of pixels go
/// as they are.
///
/// No page holds a secret (no token, no cookie's value), so there is nothing for a reader of lengths
/// to find out by what it makes us repeat (BREACH).
struct CompressionRule: RouterMiddleware {
  typealias Context = BasicRequestContext

  /// Smaller answers fit into one packet either way.
  static let leastBytes = 512

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    guard response.isText, response.headers[.acceleratorBuffering] == nil else { return response }
    response.addVary("Accept-Encoding")
    if Gzip.isAccepted(by: request.headers[.acceptEncoding]) {
      if response.status == .notModified { response.echoWeakTag(request) }
      if response.headers[.contentEncoding] == nil { try await response.pack() }
    }
    if response.headers[.contentEncoding] != nil { response.weakenTag() }
    return request.method == .head ? response.createHeadResponse() : response
  }
}

extension Response {
  /// Whether packing makes it smaller.
  fileprivate var isText: Bool {
    guard status != .notModified else { return true }
    let type = headers[.contentType]?.split(separator: ";").first.map(String.init) ?? ""
    return type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml")
      || ["application/octet-stream", "application/wasm"].contains(type)
  }

  /// Packs the body, where it is whole and that makes it smaller.
  fileprivate mutating func pack() async throws {
    guard let length = body.contentLength, length >= CompressionRule.leastBytes else { return }
    let bytes = try await collected()
    let packed = try Gzip.packed(bytes.readableBytesView, .quick)
    body = ResponseBody(byteBuffer: packed.count < length ? ByteBuffer(bytes: packed) : bytes)
    if packed.count < length { headers[.contentEncoding] = "gzip" }
  }

  /// The bytes of a body that is not a stream; the answer keeps them.
  mutating func collected() async throws -> ByteBuffer {
    let bytes = CollectedBytes()
    try await body.write(bytes)
    let whole = bytes.whole
    body = ResponseBody(byteBuffer: whole)
    return whole
  }

  /// A header names what an answer depends on, once.
  mutating func addVary(_ name: String) {
    let known = headers[.vary] ?? ""
    guard !known.lowercased().contains(name.lowercased()) else { return }
    headers[.vary] = known.isEmpty ? name : known + ", " + name
  }

  /// Packed or not, it is the same answer: its tag says no more than that (RFC 9110, section 8.8.1).
  fileprivate mutating func weakenTag() {
    guard let tag = headers[.eTag], !tag.hasPrefix("W/") else { return }
    headers[.eTag] = "W/" + tag
  }

  /// A 304 names the answer that the reader keeps as the reader does, so that a cache knows which.
  fileprivate mutating func echoWeakTag(_ request: Request) {
    guard let tag = headers[.eTag], let known = request.headers[.ifNoneMatch],
      known.contains("W/" + tag)
    else { return }
    weakenTag()
  }
}

/// Takes a body as it is written.
private final class CollectedBytes: ResponseBodyWriter {
  private let buffer = Mutex(ByteBuffer())

  var whole: ByteBuffer { buffer.withLock { $0 } }

  func write(_ part: ByteBuffer) async throws {
    buffer.withLock { whole in
      if whole.readableBytes == 0 { return whole = part }
      var part = part
      whole.writeBuffer(&part)
    }
  }

  func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
