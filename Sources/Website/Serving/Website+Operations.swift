import AlmanacDeclarations
import AlmanacEngine
import HTTPTypes
import Hummingbird

extension Website {
  /// Answers `/health/live`: the process answers.
  func live(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    .json(["status": "live", "version": options.version])
  }

  /// Answers `/health/ready`: there are datasets to serve.
  func ready(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let isReady = !library.datasets.isEmpty
    return .json(
      ["status": isReady ? "ready" : "no datasets"], status: isReady ? .ok : .serviceUnavailable)
  }

  /// Answers `/metrics`.
  func measures(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    var text = MetricsText(
      statuses: try await statuses().map(\.status), live: liveLines, requests: metrics.snapshot(),
      uptime: ContinuousClock.now - started)
    text.pictures(library.pictureSize)
    return .bytes(Array(text.text.utf8), type: "text/plain; version=0.0.4; charset=utf-8")
  }

  private var liveLines: [MetricsText.LiveLine] {
    library.datasets.compactMap { dataset in
      library.table(dataset.id).map(\.liveReaders).map {
        MetricsText.LiveLine(dataset: dataset.id, readers: $0.readers, updates: $0.updates)
      }
    }
  }

  /// Answers `/-/{digest}/{file}`.
  func asset(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let name = try context.part("file")
    guard try assets.file(name)?.digest == context.part("digest"),
      let answer = assets.answer(to: request, name: name)
    else {
      throw Problem(.unknownPage)
    }
    return answer
  }

  /// Answers `POST /{dataset}/retry`: asks the upstream now, as far as good manners allow.
  func retry(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try table(context)
    try mayAct(request)
    _ = try await library.retry(table.dataset.id)
    return .seeOther(Address.list(table.dataset.id))
  }

  /// Answers `POST /{dataset}/accept`: lets through what the brake holds.
  func accept(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let table = try table(context)
    try mayAct(request)
    _ = try await library.accept(table.dataset.id)
    return .seeOther(Address.list(table.dataset.id))
  }

  /// Lets pass who may act: on loopback everybody, else who shows the token.
  private func mayAct(_ request: Request) throws {
    if options.actsFreely { return }
    guard let token = options.adminToken,
      Self.isEqual(request.headers[.authorization] ?? "", "Bearer " + token)
    else { throw Problem(.tokenNeeded) }
  }

  /// Compares in a time that does not tell where two texts differ.
  private static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
