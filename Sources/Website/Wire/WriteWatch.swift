import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ends a connection whose reader takes next to nothing of what is due, so that nothing is kept for
/// it for ever.
///
/// A reader who is sent nothing is waited for without end. It stands next to the socket.
final class WriteWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = NIOAny
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  private let patience: TimeAmount
  private let least: Int
  private var written = 0
  private var timer: Scheduled<Void>?
  /// What was written and taken when it was looked at last.
  private var last = (written: 0, taken: 0)

  /// - Parameter least: How many bytes of what is due must be taken within the patience.
  init(patience: TimeAmount, least: Int) {
    self.patience = patience
    self.least = least
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    written += unwrapOutboundIn(data).readableBytes
    context.write(data, promise: promise)
  }

  func flush(context: ChannelHandlerContext) {
    context.flush()
    guard timer == nil, context.channel.isActive else { return }
    taken(context) { taken in
      self.last = (self.written, taken)
      self.watch(context)
    }
  }

  private func watch(_ context: ChannelHandlerContext) {
    guard timer == nil, context.channel.isActive else { return }
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: patience) {
      self.timer = nil
      self.taken(context) { self.judge(context, taken: $0) }
    }
  }

  /// Lets the connection be where all that was due has been taken, or enough of it.
  private func judge(_ context: ChannelHandlerContext, taken: Int) {
    let isBehind = taken < last.written
    if isBehind, taken - last.taken < least { return context.close(promise: nil) }
    guard taken < written else { return }
    last = (written, taken)
    watch(context)
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    timer = nil
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  /// How many bytes the reader's machine has taken; where the system does not say it, how many ours
  /// has taken for it.
  private func taken(_ context: ChannelHandlerContext, _ body: @escaping (Int) -> Void) {
    let handed = written - pending(context)
    #if canImport(Glibc)
      guard let socket = context.channel as? any SocketOptionProvider,
        context.channel.localAddress?.protocol != .unix
      else { return body(handed) }
      let info: EventLoopFuture<TCPInfo> = socket.unsafeGetSocketOption(
        level: .init(rawValue: Int32(IPPROTO_TCP)), name: .init(rawValue: Int32(TCP_INFO)))
      info.assumeIsolated().whenComplete { result in
        guard case .success(let info) = result, let taken = Int(exactly: info.acknowledged) else {
          return body(handed)
        }
        body(min(taken, handed))
      }
    #else
      body(handed)
    #endif
  }

  /// How many bytes wait in our own memory.
  private func pending(_ context: ChannelHandlerContext) -> Int {
    do { return try context.channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0 } catch {
      return 0  // a channel of another kind keeps none
    }
  }
}

#if canImport(Glibc)
  /// The kernel's `tcp_info`, of which the C library's header knows the older half.
  private struct TCPInfo: Sendable {
    private var before: InlineArray<15, UInt64> = .init(repeating: 0)
    /// `tcpi_bytes_acked`, since Linux 4.1: the bytes that the other side has acknowledged.
    var acknowledged: UInt64 = 0
    private var behind: InlineArray<16, UInt64> = .init(repeating: 0)
  }
#endif
