import HTTPTypes
import Hummingbird

/// Answers only under names that are ours, so that no other site's name can be pointed at this
/// machine to read it (DNS rebinding).
struct HostRule: RouterMiddleware {
  typealias Context = BasicRequestContext
  /// Names without ports, lower case.
  let names: Set<String>
  /// Whether every number is ours too.
  ///
  /// It takes a name to be rebound, and a machine that others reach gets new numbers while it
  /// serves: in another network, behind a router, in a container.
  let takesNumbers: Bool

  /// Loopback's names, the address that is listened on, those at which others reach us, and the
  /// names a person configured.
  init(_ options: Website.Options) {
    let own = ["localhost", "127.0.0.1", "[::1]", Reach.bracketed(options.host)]
    let reached = options.reach?.names ?? []
    names = Set((own + reached + options.allowedHosts).map { $0.lowercased() })
    takesNumbers = !options.isLoopback
  }

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let host = request.head.authority ?? ""
    guard isOurs(Self.name(of: host)) else { throw Problem(.wrongHost, ["host": host]) }
    return try await next(request, context)
  }

  /// Whether a name without its port, in lower case, is ours.
  func isOurs(_ name: String) -> Bool {
    names.contains(name) || (takesNumbers && Reach.isNumber(name))
  }

  /// The name in a Host header, without its port.
  static func name(of host: String) -> String {
    let host = host.lowercased()
    guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return host }
    let port = host[host.index(after: colon)...]
    return port.allSatisfy(\.isNumber) ? String(host[..<colon]) : host
  }
}
