import Foundation
import HTTPTypes
import Hummingbird

/// Lets only our own pages, or programs that are no browser, change something.
struct SameOriginRule: RouterMiddleware {
  typealias Context = BasicRequestContext

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    if Self.changesNothing.contains(request.method) { return try await next(request, context) }
    guard Self.isOwn(request.headers, host: request.head.authority) else {
      throw Problem(.crossSite)
    }
    return try await next(request, context)
  }

  /// The safe methods that are answered (RFC 9110, section 9.2.1).
  private static let changesNothing: Set<HTTPRequest.Method> = [.get, .head, .options]

  /// Whether a request comes from our own pages: by Sec-Fetch-Site, else by Origin.
  ///
  /// A request with neither comes from no browser that runs other sites' pages.
  static func isOwn(_ headers: HTTPFields, host: String?) -> Bool {
    if let site = HTTPField.Name("Sec-Fetch-Site").flatMap({ headers[$0] }) {
      return site == "same-origin" || site == "none"
    }
    guard let origin = headers[.origin] else { return true }
    guard let url = URL(string: origin), let name = url.host(percentEncoded: false) else {
      return false
    }
    let bare = name.contains(":") ? "[\(name)]" : name
    return (url.port.map { "\(bare):\($0)" } ?? bare) == host?.lowercased()
  }
}
