import AlmanacDeclarations
import AlmanacEngine
import Hummingbird

extension Website {
  /// Answers `/-/shell.json`: the files and pages with which a browser shows what it keeps.
  func shell(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let words = words(for: request)
    let files = assets.shell(words.language, besides: languages.english.language)
      .map(assets.address)
    let value: [String: Any] = [
      "digest": EntityTag.digest(files.joined(separator: "\n").utf8), "language": words.language,
      "files": files,
      "pages": ["/": try await homeParts(request).value, "/search": searchParts(request).value],
    ]
    return .bytes(TemplateJSON.bytes(value), type: "application/json").spoken(in: words)
  }

  private func homeParts(_ request: Request) async throws -> PageModel {
    let words = words(for: request)
    let page = HomePage(
      datasets: try await statuses(), problems: library.problems, words: words, now: now(),
      acts: options.actsFreely)
    return parts(page, "home", homeFrame(request, at: "/"))
  }

  private func searchParts(_ request: Request) -> PageModel {
    let words = words(for: request)
    let maker = SearchPageMaker(search: "", words: words, now: now(), places: places(words))
    let frame = frame(
      request, at: "/search", title: words.say("search.title"), kind: "search")
    return parts(maker.page([]), "search", frame)
  }
}
