import NIOCore
import NIOHTTP1

/// Keeps a connection to the protocol and to its limits: refuses what is no good request, and ends
/// what takes too long.
///
/// It stands behind the parser. What a refused client sends afterwards is read and dropped until it
/// closes the connection, so that it gets the answer (RFC 9112, section 9.6).
final class ExchangeHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let limits: ConnectionLimits
  private let gate: ConnectionGate?
  private var state: ExchangeState?
  private var context: ChannelHandlerContext?
  private var timer: (end: Scheduled<Void>, at: NIODeadline)?
  /// What is to be answered once so many earlier requests have been.
  private var pending: (fault: RequestFault, behind: Int)?
  /// Whether nothing more is read, and whether the last answer was given.
  private var isDeaf = false
  private var isOver = false
  /// Why the body that is being read never ends.
  private var broken: RequestFault?

  init(limits: ConnectionLimits, gate: ConnectionGate? = nil) {
    self.limits = limits
    self.gate = gate
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    state = ExchangeState(limits: limits, now: context.eventLoop.now)
    gate?.opened(ObjectIdentifier(self), leave: leaving(context))
    settle()
  }

  private func leaving(_ context: ChannelHandlerContext) -> @Sendable () -> Void {
    let (loop, handler) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
    return { loop.execute { handler.value.leave() } }
  }

  func handlerRemoved(context: ChannelHandlerContext) { forget() }

  func channelInactive(context: ChannelHandlerContext) {
    forget()
    context.fireChannelInactive()
  }

  private func forget() {
    timer?.end.cancel()
    timer = nil
    context = nil
    gate?.closed(ObjectIdentifier(self))
  }

  /// Bytes came, before the parser saw them.
  func received(_ buffer: ByteBuffer) {
    guard !isDeaf, let context else { return }
    state?.received(buffer.readableBytesView, at: context.eventLoop.now)
  }

  /// Sets the clock for what goes on now; the handler before the parser calls it.
  func settle() {
    guard let context, let state else { return }
    gate?.waits(ObjectIdentifier(self), since: state.waitsSince)
    let next = state.next.deadline
    guard next < (timer?.at ?? .distantFuture) else { return }
    timer?.end.cancel()
    let end = context.eventLoop.assumeIsolated().scheduleTask(deadline: next) { self.isTime() }
    timer = (end, next)
  }

  private func isTime() {
    timer = nil
    guard let context, let next = state?.next else { return }
    guard next.deadline <= context.eventLoop.now else { return settle() }
    switch next.action {
    case .close: part(context)
    case .refuse(let fault): refuse(fault, context)
    }
  }

  /// Makes room for another connection, unless an answer is being made here.
  ///
  /// Who has only just come gets a moment, since a request may be on its way.
  private func leave() {
    guard let context else { return }
    guard let since = state?.waitsSince else {
      gate?.stays(ObjectIdentifier(self), leave: leaving(context))
      return
    }
    let ripe = since + TimeAmount(limits.moment)
    guard ripe > context.eventLoop.now else { return part(context) }
    context.eventLoop.assumeIsolated().scheduleTask(deadline: ripe) { self.leave() }
  }
}

extension ExchangeHandler {
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isDeaf else { return }
    switch unwrapInboundIn(data) {
    case .head(let head): read(head, context)
    case .body(let part):
      guard state?.received(body: part.readableBytes) != false else {
        return refuse(.bodyTooLarge, context)
      }
      context.fireChannelRead(data)
    case .end:
      context.fireChannelRead(data)
      state?.endedRequest(at: context.eventLoop.now)
      isDeaf = state?.exchanges.last?.isLast ?? isDeaf
    }
  }

  private func read(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    if let fault = HeadRules.fault(head, limits) {
      return refuse(fault, context, isHead: head.method == .HEAD)
    }
    state?.began(head, at: context.eventLoop.now)
    context.fireChannelRead(wrapInboundOut(.head(HeadRules.plain(head))))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else {
      if !isDeaf || error is IOError { context.fireErrorCaught(error) }
      return
    }
    guard !isDeaf, let line = state?.line else { return }
    refuse(RequestFault(error, line: line, limits), context)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      state?.ends(at: context.eventLoop.now)
      settle()
    }
    if isOver, case .some(.inputClosed) = event as? ChannelEvent { return part(context) }
    context.fireUserInboundEventTriggered(event)
  }

  /// Closes the connection; who waits for the rest of a body is not to take it for whole.
  private func part(_ context: ChannelHandlerContext) {
    if let broken { context.fireErrorCaught(broken) }
    broken = nil
    context.close(promise: nil)
  }

  /// Answers a fault in its turn; where an answer to the same request has begun, it breaks off.
  private func refuse(
    _ fault: RequestFault, _ context: ChannelHandlerContext, isHead: Bool = false
  ) {
    guard !isOver, let state else { return }
    isDeaf = true
    let isWithin = state.isReadingBody || (pending == nil && fault == .unavailable)
    let behind = max(0, state.exchanges.count - (isWithin && !state.exchanges.isEmpty ? 1 : 0))
    if behind == 0 || fault == .unavailable {
      end(with: fault, context, isHead: isHead || state.exchanges.first?.isHead == true)
    } else {
      pending = (fault, state.exchanges.count - behind)
    }
    if isWithin { broken = fault }
    settle()
  }

  private func end(with fault: RequestFault, _ context: ChannelHandlerContext, isHead: Bool) {
    guard state?.exchanges.first?.isBegun != true else { return part(context) }
    isOver = true
    context.write(wrapOutboundOut(.head(fault.head)), promise: nil)
    if !isHead {
      let body = context.channel.allocator.buffer(string: fault.body)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    state?.lingers(at: context.eventLoop.now)
    context.close(mode: .output, promise: nil)
  }
}

extension ExchangeHandler {
  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isOver else {
      promise?.succeed(())  // the client has its answer
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(let head) where head.status.code < 200: context.write(data, promise: promise)
    case .head(let head):
      context.write(wrapOutboundOut(.head(began(head))), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      writeEnd(data, context, promise)
      ended(context)
    }
  }

  /// Ends an answer; that to HEAD ends with its head, where the encoder would write a last chunk.
  private func writeEnd(
    _ data: NIOAny, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) {
    guard state?.exchanges.first?.isHead == true else {
      return context.write(data, promise: promise)
    }
    context.flush()
    promise?.succeed(())
  }

  /// The head of an answer as its request needs it.
  private func began(_ head: HTTPResponseHead) -> HTTPResponseHead {
    state?.beganAnswer(isStream: head.headers.contains(name: "x-accel-buffering"))
    guard let exchange = state?.exchanges.first else { return head }
    var head = head
    if exchange.isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
    if exchange.isOld { head.version = .http1_0 }  // which knows no chunks
    settle()
    return head
  }

  private func ended(_ context: ChannelHandlerContext) {
    state?.endedAnswer(at: context.eventLoop.now)
    if let pending, state?.exchanges.count == pending.behind {
      context.flush()
      end(with: pending.fault, context, isHead: state?.exchanges.first?.isHead == true)
    }
    settle()
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    if mode == .output {
      guard !isOver else {
        promise?.succeed(())
        return
      }
      isDeaf = true
      state?.lingers(at: context.eventLoop.now)
      settle()
    }
    context.close(mode: mode, promise: promise)
  }
}

/// Tells the exchange of a connection that bytes came; it stands before the parser.
final class ArrivalHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  private let exchange: ExchangeHandler

  init(exchange: ExchangeHandler) { self.exchange = exchange }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    exchange.received(unwrapInboundIn(data))
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    exchange.settle()
    context.fireChannelReadComplete()
  }
}
