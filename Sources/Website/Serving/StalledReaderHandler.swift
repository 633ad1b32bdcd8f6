import Hummingbird
import HummingbirdCore
import NIOCore

/// Ends a connection whose reader takes nothing for a while, so that nothing is kept for it for ever.
///
/// A connection cannot be written to while more than 64 kB wait to be sent, and can again from 32 kB
/// down: who takes that much within the patience stays. When the server ends, the patience is short.
final class StalledReaderHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny

  /// How long readers are waited for.
  static let minute = TimeAmount.seconds(60)
  /// How long readers are waited for when the server ends.
  static let moment = TimeAmount.seconds(2)
  private var patience: TimeAmount
  private var end: Scheduled<Void>?

  init(patience: TimeAmount) { self.patience = patience }

  /// A server over whose connections one of these watches.
  static func server(patience: TimeAmount) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in
      PeerChannel(
        base: HTTP1Channel(
          responder: responder,
          configuration: HTTP1Channel.Configuration(
            additionalChannelHandlers: [StalledReaderHandler(patience: patience)])))
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    watch(context)
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      patience = min(patience, Self.moment)
      watch(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func watch(_ context: ChannelHandlerContext) {
    end?.cancel()
    end =
      context.channel.isWritable
      ? nil
      : context.eventLoop.assumeIsolated().scheduleTask(in: patience) {
        context.close(promise: nil)
      }
  }

  func channelInactive(context: ChannelHandlerContext) {
    end?.cancel()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { end?.cancel() }
}
