import Foundation
import Testing

/// A real nginx on loopback with a folder of its own, which ends with the block it was started for.
struct Nginx: Sendable {
  let port: Int
  let folder: URL

  /// One request as nginx itself logged it.
  struct Line: Sendable, CustomStringConvertible {
    let words: [String]
    /// Method, target and status.
    var description: String { words.prefix(3).joined(separator: " ") }
    var ifNoneMatch: String { words[3].replacing("\\x22", with: "\"") }
    var range: String { words[4] }
  }

  static let program = ["/usr/sbin/nginx", "/opt/homebrew/bin/nginx", "/usr/local/bin/nginx"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// On Linux `make test` installs it, so there it must not be missing unnoticed.
  static var isExpected: Bool {
    #if os(Linux)
      true
    #else
      program != nil
    #endif
  }

  func url(_ path: String) throws -> URL {
    try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
  }

  /// Puts a file below the root, last modified ten hours ago.
  func write(_ text: String, to path: String, hoursAgo: Double = 10) throws {
    let file = folder.appending(path: "www").appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -3600 * hoursAgo)], ofItemAtPath: file.path)
  }
}

/// Runs nginx while `body` runs, and returns what it was asked, in its own words.
@discardableResult
func withNginx(_ body: (Nginx) async throws -> Void) async throws -> [Nginx.Line] {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  // The name of a free port is soon forgotten, so somebody else may take it meanwhile.
  for _ in 1...5 {
    let nginx = Nginx(
      port: try await withServer(answering: { _ in .silence }) { $0.port }, folder: folder)
    guard let running = try await nginx.start() else { continue }
    do { try await body(nginx) } catch {
      running.end()
      throw error
    }
    _ = nginx.reach()
    running.end()
    return try nginx.lines()
  }
  throw NginxFailure(folder: folder)
}

/// Nginx did not start; its own words tell why.
private struct NginxFailure: Error, CustomStringConvertible {
  let description: String

  init(folder: URL) {
    let log = FileManager.default.contents(atPath: folder.appending(path: "error.log").path)
    description = "nginx did not start: " + String(decoding: log ?? Data(), as: UTF8.self)
  }
}

extension Nginx {
  /// A process without an environment or files of ours.
  ///
  /// A listening socket that it inherited would go on accepting connections that nobody answers. It
  /// is started by the system's own call: Foundation's `Process` has crashed while other threads
  /// opened files.
  fileprivate struct Running {
    let identifier: pid_t

    init(_ words: [String]) throws {
      var identifier: pid_t = 0
      var arguments = words.map { strdup($0) } + [nil]
      defer { for argument in arguments { free(argument) } }
      var environment: [UnsafeMutablePointer<CChar>?] = [nil]
      #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
        defer { posix_spawnattr_destroy(&attributes) }
        let failure = posix_spawn(&identifier, words[0], nil, &attributes, &arguments, &environment)
      #else
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        for file in Int32(3)..<1024 { posix_spawn_file_actions_addclose(&actions, file) }
        defer { posix_spawn_file_actions_destroy(&actions) }
        let failure = posix_spawn(&identifier, words[0], &actions, nil, &arguments, &environment)
      #endif
      try #require(failure == 0, "\(words[0]) cannot be started: \(failure)")
      self.identifier = identifier
    }

    /// Whether it has not ended by itself; once it has, it is no longer a process of ours.
    var isRunning: Bool { waitpid(identifier, nil, WNOHANG) == 0 }

    /// Our threads block signals, which nginx inherits; this one cannot be blocked.
    func end() {
      kill(identifier, SIGKILL)
      waitpid(identifier, nil, 0)
    }
  }

  /// The process once it answers, or `nil` when it ended at once.
  fileprivate func start() async throws -> Running? {
    let configuration = folder.appending(path: "nginx.conf")
    try Data(text.utf8).write(to: configuration)
    let running = try Running([
      try #require(Self.program), "-p", folder.path, "-c", configuration.path,
      "-e", folder.appending(path: "error.log").path,
    ])
    while running.isRunning {
      if reach() { return running }
      try await Task.sleep(for: .milliseconds(5))
    }
    return nil
  }

  /// Asks for `/end` and waits up to 2 s for the answer, so that all requests before are logged.
  ///
  /// Without the bound, a port that somebody else took would hold the thread for ever.
  fileprivate func reach() -> Bool {
    #if canImport(Darwin)
      let (kind, flags) = (SOCK_STREAM, Int32(0))
    #else
      let (kind, flags) = (Int32(SOCK_STREAM.rawValue), Int32(MSG_NOSIGNAL))
    #endif
    let descriptor = socket(AF_INET, kind, 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    var patience = timeval(tv_sec: 2, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    let request = Array("GET /end HTTP/1.0\r\n\r\n".utf8)
    var answer = [UInt8](repeating: 0, count: 1)
    return code == 0 && send(descriptor, request, request.count, flags) > 0
      && recv(descriptor, &answer, 1, 0) > 0
  }

  fileprivate func lines() throws -> [Line] {
    let log = try String(contentsOf: folder.appending(path: "access.log"), encoding: .utf8)
    return log.split(separator: "\n").map { Line(words: $0.components(separatedBy: " ")) }
      .filter { $0.words[1] != "/end" }
  }

  private var text: String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(folder.path)/\($0);"
    }.joined(separator: "\n")
    return """
      daemon off; master_process off; pid \(folder.path)/pid;
      events { worker_connections 64; }
      http {
        \(temporary)
        log_format asked '$request_method $request_uri $status $http_if_none_match $http_range';
        access_log \(folder.path)/access.log asked;
        types { text/csv csv; application/json json; }
        gzip on; gzip_types text/csv; gzip_min_length 100; gzip_vary on;
        limit_req_zone $binary_remote_addr zone=slow:1m rate=1r/m; limit_req_status 429;
        server {
          listen 127.0.0.1:\(port);
          root \(folder.path)/www;
          location /minute/ { add_header Cache-Control max-age=60; }
          location /hour/ { expires 1h; }
          location /never/ { expires epoch; }
          location /language/ { add_header Vary Accept-Language; add_header Cache-Control max-age=60; }
          location /moved { return 301 /plain/data.csv; }
          location /gone { return 410 "gone"; }
          location /slow/ { limit_req zone=slow; error_page 429 @wait; }
          location @wait { add_header Retry-After 120 always; return 429; }
        }
      }
      """
  }
}
