import HTTPTypes
import Hummingbird

/// Gives pages and documents an entity tag made of their bytes, so that nothing is sent to who has
/// them already (RFC 9110, section 13.1.2).
///
/// Such a page is made anew for each request all the same: what is saved is the way, not the work.
struct RevalidationRule: RouterMiddleware {
  typealias Context = BasicRequestContext

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    guard response.status == .ok, [.get, .head].contains(request.method),
      response.headers[.eTag] == nil, response.headers[.cacheControl] == "no-cache",
      response.headers[.acceleratorBuffering] == nil, response.body.contentLength ?? 0 > 0
    else { return response }
    let bytes = try await response.collected()
    return response.tagged("\"\(EntityTag.digest(bytes.readableBytesView))\"", for: request)
  }
}
