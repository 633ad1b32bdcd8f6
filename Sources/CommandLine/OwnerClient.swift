import AlmanacDeclarations
import AlmanacEngine
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Hands requests to the process that owns a data folder, over its Unix socket.
struct OwnerClient {
  private let path: String

  /// A client of whoever owns a folder, now or later.
  init(ofOwnerOf folder: URL) { path = OwnerSocket.path(for: folder) }

  /// A client of a folder's owner; nothing when it does not listen.
  init?(folder: URL) {
    self.init(ofOwnerOf: folder)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
  }

  /// Asks the owner to check a dataset, and waits for the end.
  func sync(_ id: String, _ request: SyncRequest) throws -> SyncReport {
    let answer = try exchange("POST /sync/\(id)?request=\(request.rawValue) HTTP/1.1")
    let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1)
    if answer.hasPrefix("HTTP/1.1 404") {
      throw Failure(
        "The process that owns the data folder does not keep \(id): it watches another dataset, "
          + "or was started with other dataset files. Try again when it has ended.")
    }
    guard parts.count == 2, parts[0].hasPrefix("HTTP/1.1 200") else {
      throw Failure("The owner of the data folder answered: \(answer.prefix(200))")
    }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(SyncReport.self, from: Data(parts[1].utf8))
  }

  /// Asks for something that is sent as it comes.
  func get(
    _ target: String, accept: String, language: String, lastID: String?
  ) throws -> OwnerConnection {
    let socket = try connect()
    let last = lastID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    let head = "GET \(target) HTTP/1.1\r\nHost: localhost\r\nAccept: \(accept)\r\n"
    let tail = "Accept-Language: \(language)\r\n\(last)Connection: close\r\n\r\n"
    do { try send(head + tail, to: socket) } catch {
      close(socket)
      throw error
    }
    return OwnerConnection(socket: socket)
  }

  private func exchange(_ line: String) throws -> String {
    let socket = try connect()
    defer { close(socket) }
    let request = "\(line)\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    try send(request, to: socket)
    return String(decoding: try readAll(socket), as: UTF8.self)
  }

  private func send(_ request: String, to socket: Int32) throws {
    guard request.withCString({ write(socket, $0, strlen($0)) }) == request.utf8.count else {
      throw failure("cannot be written to")
    }
  }

  private func connect() throws -> Int32 {
    #if canImport(Glibc)
      let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let socket = Darwin.socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
    guard socket >= 0 else { throw failure("cannot be made") }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connectSocket(socket, $0, size) }
    }
    guard result == 0 else {
      defer { close(socket) }
      throw failure("does not answer")
    }
    return socket
  }

  private func readAll(_ socket: Int32) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(socket, &chunk, chunk.count)
      if count == 0 { return bytes }
      guard count > 0 else { throw failure("cannot be read from") }
      bytes += chunk[..<count]
    }
  }

  private func failure(_ what: Message) -> Failure {
    Failure("The socket of the data folder's owner \(what): \(String(cString: strerror(errno)))")
  }
}

/// The system's `connect`, which a method's name would hide.
private func connectSocket(
  _ socket: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 {
  connect(socket, address, size)
}
