import Foundation
import NIOCore
import ServiceLifecycle

/// Takes a connection over from HTTP: sends bytes as they are and lets nothing else through.
final class RawLine: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let answer: RawAnswer

  init(_ answer: RawAnswer) {
    self.answer = answer
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let sent = context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: answer.bytes)))
    sent.assumeIsolated().whenComplete { _ in self.end(context) }
  }

  /// What HTTP still has to say is dropped.
  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    promise?.succeed()
  }

  private func end(_ context: ChannelHandlerContext) {
    switch answer.ending {
    case .closed: context.close(promise: nil)
    case .reset: reset(context)
    case .silence: break
    case .again(let bytes): send(ByteBuffer(bytes: bytes), again: context)
    }
  }

  /// Closes without lingering, which the other side sees as a reset.
  private func reset(_ context: ChannelHandlerContext) {
    guard let socket = context.channel as? any SocketOptionProvider else {
      return context.close(promise: nil)
    }
    socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete { _ in
      context.close(promise: nil)
    }
  }

  private func send(_ bytes: ByteBuffer, again context: ChannelHandlerContext) {
    let sent = context.writeAndFlush(wrapOutboundOut(bytes))
    sent.assumeIsolated().whenSuccess { self.send(bytes, again: context) }
  }
}

extension Channel {
  /// Sends bytes past HTTP and waits until the connection is gone, or the server is asked to stop.
  func takeOver(with answer: RawAnswer) async throws {
    try await eventLoop.submit {
      try self.pipeline.syncOperations.addHandler(RawLine(answer), position: .first)
    }.get()
    try await cancelWhenGracefulShutdown {
      try await withTaskCancellationHandler {
        try await self.closeFuture.get()
      } onCancel: {
        self.close(promise: nil)
      }
    }
  }
}
