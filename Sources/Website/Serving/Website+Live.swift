import AlmanacDeclarations
import AlmanacEngine
import Hummingbird

extension Website {
  /// Answers `/{dataset}/live`: a window, and from then on what changes in it.
  func listLive(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try table(context)
    library.opened(table.dataset.id)
    return try await live.answer(to: request, about: table, context.logger)
  }
}
