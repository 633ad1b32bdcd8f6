import Hummingbird

extension Website {
  /// Answers `/patterns`: what all pages are made of, in every state.
  func patterns(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let words = words(for: request)
    let maker = PatternsPageMaker(website: self, samples: try PatternSamples(share), words: words)
    let frame = frame(
      request, title: words.say("patterns.title"), kind: "patterns", script: "patterns.js")
    return html(maker.page(), template: "patterns", frame)
  }
}
