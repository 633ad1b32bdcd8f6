import HTTPTypes
import Hummingbird

extension Website {
  /// What browsers ask for to go on without the server.
  var deviceRoutes: [Route] {
    [
      Route(
        method: .get, path: "/-/offline", name: "device_offline", produces: .html,
        answer: offlinePage)
    ]
  }

  /// Answers `/-/offline`: the page that is shown where the server is gone and nothing else can be.
  func offlinePage(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let words = words(for: request)
    let page = OfflinePage(words: words)
    return html(page, template: "offline", frame(request, title: page.title, kind: "problem"))
  }
}
