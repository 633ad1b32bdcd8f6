import HTTPTypes
import Hummingbird
import Logging

/// Turns whatever a handler throws into a page or a problem document, and sets the headers that
/// every answer carries.
struct ProblemMiddleware: RouterMiddleware {
  typealias Context = BasicRequestContext
  let website: Website

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response: Response
    do {
      response = try await next(request, context)
    } catch {
      response = answer(to: request, error, context)
    }
    for (name, value) in Self.safety { response.headers[name] = value }
    return response
  }

  private func answer(to request: Request, _ error: any Error, _ context: Context) -> Response {
    var problem = Problem(error)
    if problem.kind == .unknownPage, context.endpointPath == "NotFound",
      let allowed = website.routes.allowed(request.uri.path),
      !allowed.contains(request.method.rawValue)
    {
      problem = Problem(.methodNotAllowed, ["method": request.method.rawValue], allowed: allowed)
    }
    if problem.kind == .internalFailure {
      context.logger.error("A request failed", metadata: ["error": "\(error)"])
    }
    var response = render(problem, for: request)
    response.headers[.allow] = problem.allowed
    return request.method == .head ? response.createHeadResponse() : response
  }

  private func render(_ problem: Problem, for request: Request) -> Response {
    let words = website.words(for: request)
    let page = problem.page(words, path: request.uri.path)
    guard [".json", "/changes.atom"].contains(where: request.uri.path.hasSuffix) else {
      return website.html(
        page, template: "problem", website.frame(request, title: page.title, kind: "problem"),
        status: problem.kind.status)
    }
    let body = problem.body(page, instance: request.uri.path)
    return .json(body, type: "application/problem+json", status: problem.kind.status)
  }

  /// Nothing from elsewhere runs, frames or learns anything.
  static let safety: [(name: HTTPField.Name, value: String)] = [
    ("Content-Security-Policy", contentSecurityPolicy),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }

  static let contentSecurityPolicy =
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    + "object-src 'none'"
}
