import HTTPTypes
import Hummingbird
import NIOCore

/// Which methods an address takes: a router over the same paths says it, so that it is what the
/// website's own router does.
struct AllowedMethods: Sendable {
  private let responder: RouterResponder<BasicRequestContext>

  init(_ routes: [Route]) {
    let router = Router(context: BasicRequestContext.self)
    var known: Set<String> = []
    // In their own order: of two paths that fit an address the router takes the first.
    for path in routes.map(\.path) where known.insert(path).inserted {
      let methods = Self.methods(routes.filter { $0.path == path }.map(\.method))
      router.get(RouterPath(path)) { _, _ in
        Response(status: .noContent, headers: [.allow: methods])
      }
    }
    responder = router.buildResponder()
  }

  /// The methods as an Allow header says them (RFC 9110, section 10.2.1); nothing where no route
  /// has the address.
  func header(for request: Request, _ context: BasicRequestContext) async throws -> String? {
    var head = request.head
    head.method = .get
    let probe = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    return try await responder.respond(to: probe, context: context).headers[.allow]
  }

  private static func methods(_ declared: [HTTPRequest.Method]) -> String {
    let all = declared.flatMap { $0 == .get ? [$0, .head] : [$0] } + [.options]
    return Set(all.map(\.rawValue)).sorted().joined(separator: ", ")
  }
}
