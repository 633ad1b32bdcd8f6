import Hummingbird
import NIOCore
import ServiceLifecycle

extension Sandbox.Fault {
  /// The response as it reaches the client over a bad line; `body` is what it carries.
  func delivered(_ response: Response, _ body: ByteBuffer) -> Response {
    switch self {
    case .truncated(let percent): Self.truncated(response, body, percent)
    case .cut(let percent): Self.cut(response, body, percent)
    case .slow(let bytes, let pause): Self.slow(response, body, max(1, bytes), pause)
    default: response
    }
  }

  /// Waits; ends early when the server is asked to stop.
  static func wait(_ time: Duration) async throws {
    try await cancelWhenGracefulShutdown { try await Task.sleep(for: time) }
  }

  private static func truncated(
    _ response: Response, _ body: ByteBuffer, _ percent: Int
  ) -> Response {
    var response = response
    response.body = ResponseBody(contentLength: body.readableBytes) { writer in
      try await writer.write(body.firstPart(percent))
      throw BrokenLine()
    }
    return response
  }

  private static func cut(_ response: Response, _ body: ByteBuffer, _ percent: Int) -> Response {
    Response(
      status: response.status, headers: response.headers.withoutLength,
      body: ResponseBody(byteBuffer: body.firstPart(percent)))
  }

  private static func slow(
    _ response: Response, _ body: ByteBuffer, _ bytes: Int, _ pause: Duration
  ) -> Response {
    var response = response
    response.body = ResponseBody(contentLength: body.readableBytes) { writer in
      var rest = body
      while let piece = rest.readSlice(length: min(bytes, rest.readableBytes)),
        piece.readableBytes > 0
      {
        try await wait(pause)
        try await writer.write(piece)
      }
      try await writer.finish(nil)
    }
    return response
  }
}

/// Thrown while a body is written, so that the server drops the connection.
struct BrokenLine: Error {}

extension ByteBuffer {
  fileprivate func firstPart(_ percent: Int) -> ByteBuffer {
    let length = readableBytes * min(max(0, percent), 100) / 100
    return getSlice(at: readerIndex, length: length) ?? ByteBuffer()
  }
}

extension HTTPFields {
  /// The headers without the length of a body that is about to change.
  fileprivate var withoutLength: HTTPFields {
    var fields = self
    fields[.contentLength] = nil
    return fields
  }
}
