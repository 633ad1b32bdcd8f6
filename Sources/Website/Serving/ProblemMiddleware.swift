import AlmanacEngine
import HTTPTypes
import Hummingbird
import Logging

/// Turns whatever a handler throws into a page or a problem document, and sets the headers that
/// every answer carries.
struct ProblemMiddleware: RouterMiddleware {
  typealias Context = BasicRequestContext
  let website: Website
  let methods: AllowedMethods

  init(website: Website) {
    self.website = website
    methods = AllowedMethods(website.routes)
  }

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response: Response
    do {
      response = try await next(request, context)
    } catch {
      response = try await answer(to: request, error, context)
    }
    if request.method == .head { response.endStreamedHead() }
    let safety = Self.isPart(response) ? Self.partSafety : Self.safety
    for (name, value) in safety where response.headers[name] == nil {
      response.headers[name] = value
    }
    return response
  }

  private func answer(
    to request: Request, _ error: any Error, _ context: Context
  ) async throws -> Response {
    var problem = Problem(error)
    if problem.kind == .unknownPage, context.endpointPath == "NotFound",
      let allowed = try await methods.header(for: request, context)
    {
      if request.method == .options {
        return Response(status: .noContent, headers: [.allow: allowed])
      }
      let method = request.method == .head ? HTTPRequest.Method.get : request.method
      problem = Problem(.methodNotAllowed, ["method": method.rawValue], allowed: allowed)
    }
    if problem.kind == .internalFailure {
      context.logger.error("A request failed", metadata: ["error": "\(error)"])
    }
    var response = render(problem, for: request)
    response.headers[.allow] = problem.allowed
    response.headers[.retryAfter] = problem.retryAfter.map(String.init)
    return response
  }

  private func render(_ problem: Problem, for request: Request) -> Response {
    let words = website.words(for: request)
    let page = problem.page(words, path: request.ownPath)
    guard isForPrograms(request) else {
      return website.html(
        page, template: "problem", website.frame(request, title: page.title, kind: "problem"),
        status: problem.kind.status)
    }
    let body = problem.body(page, instance: request.ownPath)
    return Response.json(body, type: "application/problem+json", status: problem.kind.status)
      .spoken(in: words)
  }

  /// Whether the answer is read by a program: a document's address, or that of an export, unless a
  /// browser asks for it.
  private func isForPrograms(_ request: Request) -> Bool {
    let ends = [".json", "/changes.atom", "/live"]
    if ends.contains(where: request.hasPath(endingIn:)) { return true }
    let starts = ["/subscriptions", "/push/"]
    if starts.contains(where: request.hasPath(beginningWith:)) { return true }
    let isExport = ExportFormat.allCases.contains { request.hasPath(endingIn: ".\($0)") }
    return isExport && request.headers[.accept]?.contains("text/html") != true
  }

  /// Whether a browser takes an answer for a part of a page only, and never makes a page or a worker
  /// of it: then most of the policies say nothing to it, and a page has dozens of such parts.
  ///
  /// A drawing (SVG) is no such part, since who opens it by itself has it as a page; a script that is
  /// a worker carries the policy of its own.
  private static func isPart(_ response: Response) -> Bool {
    let type = response.headers[.contentType] ?? ""
    return parts.contains { type.hasPrefix($0) }
  }

  private static let parts = [
    "text/javascript", "text/css", "application/wasm", "application/octet-stream", "image/png",
    "image/jpeg",
  ]

  /// What the parts of a page carry: they are what they say they are, and other sites have no use of
  /// them.
  static let partSafety = safety.filter { name, _ in
    ["x-content-type-options", "cross-origin-resource-policy"].contains(name.canonicalName)
  }

  /// Nothing from elsewhere runs, frames or learns anything; a picture's own policy is stricter.
  static let safety: [(name: HTTPField.Name, value: String)] = [
    ("Content-Security-Policy", contentSecurityPolicy),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", permissionsPolicy),
  ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }

  /// What the pages may ask a device for: where it is, when a person asks what is near, and nothing else.
  static let permissionsPolicy =
    "geolocation=(self), accelerometer=(), camera=(), display-capture=(), gyroscope=(), hid=(), "
    + "magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()"

  /// `wasm-unsafe-eval` lets the browser compile our own WebAssembly, and evaluates no text.
  static let contentSecurityPolicy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; base-uri 'none'; "
    + "form-action 'self'; frame-ancestors 'none'; object-src 'none'"
}

extension Response {
  /// Makes the head of a stream true: its length is not known before it has been made.
  fileprivate mutating func endStreamedHead() {
    guard headers[.acceleratorBuffering] != nil else { return }
    headers[.contentLength] = nil
  }
}
