import AlmanacDeclarations
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open connection to the owner's socket, read without keeping a thread waiting.
struct OwnerConnection {
  private let socket: Int32

  init(socket: Int32) { self.socket = socket }

  /// What arrives next; nothing at the end, or when the task is cancelled.
  func read() async throws -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while !Task.isCancelled {
      let count = recv(socket, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count == 0 { return nil }
      if count > 0 { return Array(chunk[..<count]) }
      guard errno == EAGAIN || errno == EINTR else {
        throw Failure("The owner of the data folder is gone: \(String(cString: strerror(errno)))")
      }
      await waitForBytes()
    }
    return nil
  }

  private func waitForBytes() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: .global())
        source.setEventHandler { source.cancel() }
        source.setCancelHandler { continuation.resume() }
        source.activate()
      }
    } onCancel: {
      _ = shutdown(socket, Int32(SHUT_RDWR))  // which wakes the source
    }
  }

  func end() { close(socket) }
}

extension OwnerClient {
  /// One window, as JSON; nothing where the owner is gone or knows no such thing, and the files must
  /// answer.
  func window(_ request: WatchRequest) async throws -> [UInt8]? {
    let connection: OwnerConnection
    do {
      connection = try get(
        request.target, accept: request.accept, language: request.language, lastID: nil)
    } catch is Failure {
      return nil  // an owner that ended badly leaves its socket behind
    }
    defer { connection.end() }
    var (answer, body) = (AnswerReader(), [UInt8]())
    while !answer.isComplete, let bytes = try await connection.read() {
      body += try answer.receive(bytes)
    }
    return answer.status == 200 && answer.isComplete && body.last == UInt8(ascii: "}") ? body : nil
  }
}

/// Follows what a watcher asks for, through the owner's socket, and again when the owner is back.
struct LiveFeed: Sendable {
  /// What a feed tells of its work.
  enum News: Sendable {
    /// The owner answers.
    case connected
    /// Bytes came, if only to say that the connection stands.
    case heard
    /// An event, as it was sent.
    case event(kind: String, id: String?, data: [UInt8])
    /// The owner is gone or answers nothing of use; it is asked again.
    case lost(String)
    /// The owner will never answer this.
    case refused(String)
  }

  let client: OwnerClient

  /// Follows until cancelled; a request for one window ends with it.
  ///
  /// - Parameter current: What is asked when the owner is back; nothing when that is wanted no more.
  func follow(
    _ request: WatchRequest, current: () async -> WatchRequest?, tell: (News) async throws -> Void
  ) async throws {
    var (next, failures) = (Optional(request), 0)
    while let request = next, !Task.isCancelled {
      do {
        if try await ask(request, tell) { return }
        guard !Task.isCancelled else { return }
        failures = 0
        try await tell(.lost(said("the owner of the data folder ended the stream")))
      } catch let failure as Failure {
        guard !Task.isCancelled else { return }
        failures += 1
        try await tell(.lost(said(failure.message)))
      }
      try await pause(after: failures)
      next = await current()
    }
  }

  /// Soon at first, since an owner may be about to listen; then once a second.
  private func pause(after failures: Int) async throws {
    let wait = failures < 10 ? Duration.milliseconds(100) : .seconds(1)
    do { try await Task.sleep(for: wait) } catch is CancellationError {}
  }

  /// Asks once; says whether that was all.
  private func ask(
    _ request: WatchRequest, _ tell: (News) async throws -> Void
  ) async throws -> Bool {
    let connection = try client.get(
      request.target, accept: request.accept, language: request.language, lastID: request.version)
    defer { connection.end() }
    var (answer, events, body) = (AnswerReader(), EventReader(), [UInt8]())
    while let bytes = try await connection.read() {
      let isNew = answer.status == nil
      let part = try answer.receive(bytes)
      guard let status = answer.status else { continue }
      if status != 200 {
        body += part
      } else if request.isOnce {
        body += part
        if answer.isComplete { break }
      } else {
        try await tell(isNew ? .connected : .heard)
        for event in events.receive(part) {
          try await tell(.event(kind: event.kind, id: event.id, data: event.data))
        }
      }
    }
    return try await end(request, answer, body, tell)
  }

  private func end(
    _ request: WatchRequest, _ answer: AnswerReader, _ body: [UInt8],
    _ tell: (News) async throws -> Void
  ) async throws -> Bool {
    if Task.isCancelled { return true }
    guard let status = answer.status else { throw Failure("the owner of the data folder is gone") }
    if (400..<500).contains(status) {
      try await tell(
        .refused(
          ProblemText.of(body) ?? said("The owner of the data folder answers \("\(status)").")))
      return true
    }
    guard status == 200 else {
      throw Failure("the owner of the data folder answers \("\(status)")")
    }
    guard request.isOnce else { return false }
    guard answer.isComplete else { throw Failure("the owner's answer broke off") }
    try await tell(.event(kind: "window", id: nil, data: body))
    return true
  }
}

/// What a refusal says to people (RFC 9457).
enum ProblemText {
  private struct Problem: Decodable {
    var title: String?
    var detail: String?
  }

  static func of(_ body: [UInt8]) -> String? {
    do {
      let problem = try JSONDecoder().decode(Problem.self, from: Data(body))
      return problem.detail ?? problem.title
    } catch {
      return nil
    }
  }
}
