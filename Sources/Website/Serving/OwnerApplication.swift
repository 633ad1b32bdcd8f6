import AlmanacDeclarations
public import AlmanacEngine
public import Foundation
public import Hummingbird
public import Logging

/// What the owner of a data folder does for other commands on this machine, over a Unix socket.
public struct OwnerApplication {
  /// An application that answers `POST /sync/DATASET?request=due|retry|accept` with a `SyncReport`,
  /// and `GET /DATASET/live` as the website does.
  ///
  /// The socket's folder lets in nobody but its owner, so no token is asked for.
  /// - Parameter share: The folder with the words; found by itself where none is given.
  /// - Throws: When the socket's folder cannot be made safe, or the words are not found.
  public static func application(
    library: Library, path: String, share: URL? = nil, logger: Logger
  ) throws -> some ApplicationProtocol {
    try application(
      library: library, path: path, share: share, logger: logger, limits: ConnectionLimits())
  }

  /// The same within limits; a sync that is waited for takes as long as it takes.
  package static func application(
    library: Library, path: String, share: URL?, logger: Logger, limits: ConnectionLimits
  ) throws -> some ApplicationProtocol {
    var limits = limits
    limits.exchange = nil
    let server = try GuardedServer(limits)
    try OwnerSocket.prepare(path)
    let words = try Share(given: share).folder.appending(path: "words")
    let live = LiveService(
      library: library, languages: try Languages(folder: words),
      options: LiveService.Options().within(limits), now: { Date() })
    let router = Router()
    router.get("/:dataset/live") { request, context in
      try await self.live(request, context, live)
    }
    router.post("/sync/:dataset") { request, context in
      try await sync(request, context, library)
    }
    return Application(
      router: router, server: server.builder,
      configuration: ApplicationConfiguration(
        address: .unixDomainSocket(path: path), availableConnectionsDelegate: server.count),
      onServerRunning: GuardedServer.listens, logger: logger)
  }

  private static func live(
    _ request: Request, _ context: BasicRequestContext, _ live: LiveService
  ) async throws -> Response {
    let id = try context.part("dataset")
    do {
      guard let table = live.library.table(id) else {
        throw Problem(.unknownDataset, ["name": id])
      }
      return try await live.answer(to: request, about: table, context.logger)
    } catch {
      return Problem(error).document(live.languages.english, path: request.ownPath)
    }
  }

  private static func sync(
    _ request: Request, _ context: BasicRequestContext, _ library: Library
  ) async throws -> Response {
    let id = try context.parameters.require("dataset")
    let name = request.uri.queryParameters["request"].map(String.init) ?? ""
    guard let wanted = SyncRequest(rawValue: name) else { throw HTTPError(.badRequest) }
    guard let outcome = try await library.sync(id, wanted) else { throw HTTPError(.notFound) }
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let report = SyncReport(id, outcome, status: try await library.status(of: id))
    let body = try encoder.encode(report)
    return Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}
