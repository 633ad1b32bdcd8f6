import HTTPTypes
import Hummingbird

/// Answers only under names that are ours, so that no other site's name can be pointed at this
/// machine to read it (DNS rebinding).
struct HostRule: RouterMiddleware {
  typealias Context = BasicRequestContext
  /// Names without ports, lower case.
  let names: Set<String>

  /// Loopback's names, the address that is listened on, and the names a person configured.
  init(_ options: Website.Options) {
    let own = ["localhost", "127.0.0.1", "[::1]", Self.bracketed(options.host)]
    names = Set((own + options.allowedHosts).map { $0.lowercased() })
  }

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let host = request.head.authority ?? ""
    guard names.contains(Self.name(of: host)) else { throw Problem(.wrongHost, ["host": host]) }
    return try await next(request, context)
  }

  /// The name in a Host header, without its port.
  static func name(of host: String) -> String {
    let host = host.lowercased()
    guard let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return host }
    let port = host[host.index(after: colon)...]
    return port.allSatisfy(\.isNumber) ? String(host[..<colon]) : host
  }

  private static func bracketed(_ host: String) -> String {
    host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
  }
}
