import Foundation
import HTTPTypes
import Hummingbird

/// Gives pages and documents an entity tag made of what they say, so that nothing is sent to who has
/// them already (RFC 9110, section 13.1.2).
///
/// Such a page is made anew for each request all the same: what is saved is the way, not the work.
struct RevalidationRule: RouterMiddleware {
  typealias Context = BasicRequestContext
  let now: @Sendable () -> Date

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    guard response.mayBeTagged, [.get, .head].contains(request.method) else { return response }
    let bytes = try await response.collected().readableBytesView
    guard response.isPage else {
      return response.tagged("\"\(EntityTag.digest(bytes))\"", for: request)
    }
    let moment = now()
    let tag = PageTag(bytes, at: moment)
    let known = tag.known(in: request.headers[.ifNoneMatch] ?? "", at: moment)
    return response.tagged(known ?? tag.header, for: request)
  }
}

extension Response {
  /// Whether it is whole, may be kept to be asked for again, and has no tag of its own.
  fileprivate var mayBeTagged: Bool {
    let isDocument = ["application/json", PageModel.type].contains(headers[.contentType])
    return (isPage || isDocument) && status == .ok && headers[.eTag] == nil
      && headers[.cacheControl] == "no-cache" && headers[.acceleratorBuffering] == nil
      && body.contentLength ?? 0 > 0
  }

  fileprivate var isPage: Bool { headers[.contentType]?.hasPrefix("text/html") == true }
}
