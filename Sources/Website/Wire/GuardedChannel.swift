import HTTPTypes
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Speaks HTTP/1.1 with one client, within limits.
struct GuardedChannel: ServerChildChannel, HTTPChannelHandler {
  typealias Value = NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
  let responder: HTTPChannelHandler.Responder
  let limits: ConnectionLimits
  let gate: ConnectionGate

  /// Puts the handlers of a connection in their order, the nearest to the socket first.
  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    channel.eventLoop.makeCompletedFuture {
      try Self.guardChannel(channel, limits, gate)
      try channel.pipeline.syncOperations.addHandlers([
        HTTP1ToHTTPServerCodec(secure: false), HTTPConnectionStateHandler(logger: logger),
      ])
      return try NIOAsyncChannel(
        wrappingChannelSynchronously: channel,
        configuration: .init(isOutboundHalfClosureEnabled: true))
    }
  }

  /// Adds what reads requests and keeps to the limits.
  static func guardChannel(
    _ channel: any Channel, _ limits: ConnectionLimits, _ gate: ConnectionGate?
  ) throws {
    let pipeline = channel.pipeline.syncOperations
    let exchange = ExchangeHandler(limits: limits, gate: gate)
    let watch = WriteWatch(patience: TimeAmount(limits.stall), least: limits.stallBytes)
    try pipeline.addHandler(watch, position: .first)
    try pipeline.addHandler(ArrivalHandler(exchange: exchange))
    try pipeline.configureHTTPServerPipeline(
      withPipeliningAssistance: false, withErrorHandling: false,
      withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
      withDecoderLimitConfiguration: limits.parser)
    try pipeline.addHandler(exchange)
  }

  /// Answers the requests of a connection, and says to all that do so who is at its other end.
  func handle(value: Value, logger: Logger) async {
    await Client.$peer.withValue(value.channel.remoteAddress?.ipAddress) {
      await handleHTTP(asyncChannel: value, logger: logger)
    }
  }
}

extension ConnectionLimits {
  fileprivate var parser: NIOHTTPDecoderLimitConfiguration {
    var parser = NIOHTTPDecoderLimitConfiguration()
    parser.maxHeaderFieldSize = longestField
    parser.maxHeaderListSize = largestHead
    parser.maxHeaderFieldCount = mostFields
    return parser
  }
}

/// A server within limits: what speaks with clients, and what counts them.
struct GuardedServer: Sendable {
  let builder: HTTPServerBuilder
  private let gate: ConnectionGate

  /// - Parameter identity: The certificate that https is served with; nothing for plain http.
  init(_ limits: ConnectionLimits, identity: TLSIdentity? = nil) throws {
    let gate = ConnectionGate(limit: limits.connections)
    let plain = HTTPServerBuilder { responder in
      GuardedChannel(responder: responder, limits: limits, gate: gate)
    }
    self.gate = gate
    builder = try identity.map { try .tls(plain, tlsConfiguration: $0.configuration) } ?? plain
  }

  /// How many connections are open.
  var connections: Int { gate.count }

  /// What counts the connections.
  var count: any AvailableConnectionsDelegate { ConnectionCount(gate: gate) }

  /// Lets a listening socket rest where the machine has nothing to accept with.
  @Sendable static func listens(_ channel: any Channel) async {
    do {
      try await channel.eventLoop.submit {
        try channel.pipeline.syncOperations.addHandler(AcceptPause(), position: .first)
      }.get()
    } catch {
      return  // the socket is closed already
    }
  }
}
