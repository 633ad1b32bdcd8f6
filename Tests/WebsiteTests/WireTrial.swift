import NIOCore
import NIOEmbedded
import NIOHTTP1

@testable import AlmanacWebsite

/// Keeps a connection open whose one side is closed, as a socket does.
private final class HalfClose: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = ByteBuffer

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .output else { return context.close(mode: mode, promise: promise) }
    promise?.succeed(())
  }
}

/// One connection without a socket, with a clock that the test turns.
struct WireTrial {
  let channel = EmbeddedChannel()

  init(_ limits: ConnectionLimits = ConnectionLimits()) throws {
    try GuardedChannel.guardChannel(channel, limits, nil)
    try channel.pipeline.syncOperations.addHandler(HalfClose(), position: .first)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  /// The client sends bytes.
  func send(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

  /// The requests that got through.
  func heads() throws -> [HTTPRequestHead] {
    var heads: [HTTPRequestHead] = []
    while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
      if case .head(let head) = part { heads.append(head) }
    }
    return heads
  }

  /// The server begins an answer, and ends it unless it is a stream.
  func answer(_ status: HTTPResponseStatus = .ok, stream: Bool = false) throws {
    var headers: HTTPHeaders = stream ? ["X-Accel-Buffering": "no"] : ["Content-Length": "0"]
    headers.add(name: "Server", value: "trial")
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    try channel.writeOutbound(HTTPServerResponsePart.head(head))
    if !stream { try end() }
  }

  func end() throws { try channel.writeOutbound(HTTPServerResponsePart.end(nil)) }

  /// What the client has been sent since it was asked last.
  func received() throws -> String {
    var text = ""
    while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
      text += String(buffer: buffer)
    }
    return text
  }

  /// The statuses of all answers in a text.
  static func statuses(_ text: String) -> [Int] {
    text.matches(of: /HTTP\/1\.[01] (\d{3})/).compactMap { Int($0.1) }
  }

  func pass(_ time: Duration) { channel.embeddedEventLoop.advanceTime(by: TimeAmount(time)) }

  /// Whether the connection is open.
  var isOpen: Bool { channel.isActive }
}
