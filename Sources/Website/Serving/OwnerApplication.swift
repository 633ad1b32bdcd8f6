import AlmanacDeclarations
public import AlmanacEngine
import Foundation
public import Hummingbird
public import Logging

/// What the owner of a data folder does for other commands on this machine, over a Unix socket.
public struct OwnerApplication {
  /// An application that answers `POST /sync/DATASET?request=due|retry|accept` with a `SyncReport`.
  ///
  /// The socket's folder lets in nobody but its owner, so no token is asked for.
  /// - Throws: When the socket's folder cannot be made safe.
  public static func application(
    library: Library, path: String, logger: Logger
  ) throws -> some ApplicationProtocol {
    try OwnerSocket.prepare(path)
    let router = Router()
    router.post("/sync/:dataset") { request, context in
      try await sync(request, context, library)
    }
    return Application(
      router: router,
      configuration: ApplicationConfiguration(address: .unixDomainSocket(path: path)),
      logger: logger)
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
    let body = try encoder.encode(SyncReport(id, outcome))
    return Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }
}
