public import AlmanacFetching
public import Foundation

/// Hands messages to push services (RFC 8030), each encrypted for its browser and signed by us.
public struct Courier: Sendable {
  private let fetcher: Fetcher
  private let key: ServerKey
  private let contact: String?
  private let now: @Sendable () -> Date
  private let pause: @Sendable (Duration) async throws -> Void

  /// What came of a message.
  public enum Outcome: Sendable, Hashable {
    /// The push service has it.
    case delivered
    /// The browser no longer wants messages, or is gone: never to be asked again.
    case gone
    /// The push service asks to wait until then.
    case postponed(until: Date)
    /// It did not work this time; the push service answers others.
    case failed(String)
    /// The push service did not answer in time, or with a fault of its own (5xx).
    case down(String)
  }

  /// How long one delivery may take, from the look-up of the name to the answer.
  public static let patience = Duration.seconds(10)

  /// A courier with a key of ours.
  ///
  /// - Parameters:
  ///   - contact: How a push service's keeper reaches us: a mail or web address.
  ///   - pause: Waits for as long as one delivery may take.
  public init(
    fetcher: Fetcher, key: ServerKey, contact: String = "",
    now: @escaping @Sendable () -> Date = { Date() },
    pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
  ) {
    self.fetcher = fetcher
    self.key = key
    self.contact = ServerKey.contact(contact)
    self.now = now
    self.pause = pause
  }

  /// Hands over a message; the shorter one when the push service finds the first too long.
  ///
  /// A push service that is silent, or sends its answer in drips, is given up after ``patience``.
  public func deliver(
    _ message: PushMessage, to endpoint: URL, _ browser: BrowserKeys
  ) async throws(CancellationError) -> Outcome {
    do {
      return try await withThrowingTaskGroup(of: Outcome.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await attempt(message, endpoint, browser) }
        group.addTask {
          try await pause(Self.patience)
          return .down("the push service did not answer in time")
        }
        return try await group.next() ?? .failed("nothing was sent")
      }
    } catch {
      throw CancellationError()  // nothing else is thrown
    }
  }

  private func attempt(
    _ message: PushMessage, _ endpoint: URL, _ browser: BrowserKeys
  ) async throws(CancellationError) -> Outcome {
    do {
      var answer = try await post(message.text, message, endpoint, browser)
      if answer.status == 413, message.shorter != message.text {
        answer = try await post(message.shorter, message, endpoint, browser, step: 1)
      }
      return await judge(answer, endpoint)
    } catch FetchError.postponed(let until, _) {
      return .postponed(until: until)
    } catch FetchError.cancelled {
      throw CancellationError()
    } catch {
      return Self.isAboutTheServer(error) ? .down("\(error)") : .failed("\(error)")
    }
  }

  /// Whether an error tells that a push service is away, and not that we may not ask it.
  private static func isAboutTheServer(_ error: any Error) -> Bool {
    switch error as? FetchError {
    case .privateAddress, .unusable, nil: false
    default: true
    }
  }

  /// Texts are padded to multiples of this, so that their length tells little.
  private static let step = 256

  private func post(
    _ text: [UInt8], _ message: PushMessage, _ endpoint: URL, _ browser: BrowserKeys,
    step: Int = Self.step
  ) async throws -> PostAnswer {
    let least = (text.count + step - 1) / step * step
    let body = try MessageEncryption.encrypt(text, for: browser, paddedTo: least)
    return try await fetcher.post(
      PostRequest(endpoint, headers: try headers(message, endpoint), body: body))
  }

  private func headers(_ message: PushMessage, _ endpoint: URL) throws -> [HTTPHeader] {
    let authorization = try key.authorization(for: endpoint, contact: contact, at: now())
    return [
      HTTPHeader("TTL", "\(message.timeToLive)"),
      HTTPHeader("Urgency", message.urgency.rawValue),
      HTTPHeader("Content-Encoding", "aes128gcm"),
      HTTPHeader("Content-Type", "application/octet-stream"),
      HTTPHeader("Authorization", authorization),
    ] + (message.topic.map { [HTTPHeader("Topic", $0)] } ?? [])
  }

  private func judge(_ answer: PostAnswer, _ endpoint: URL) async -> Outcome {
    switch answer.status {
    case 200...299: return .delivered
    case 404, 410: return .gone
    case 413: return .failed("the push service takes no message this long (413)")
    case 429, 503:
      guard let until = answer.retryAfter else {
        return answer.status == 503 ? .down(Self.words(answer)) : .failed(Self.words(answer))
      }
      // 429 is about this browser (RFC 8030 §8.4), 503 about the whole server.
      if answer.status == 503 { await fetcher.holdBack([Self.server(of: endpoint): until]) }
      return .postponed(until: until)
    case 500...: return .down(Self.words(answer))
    default: return .failed(Self.words(answer))
    }
  }

  private static func words(_ answer: PostAnswer) -> String {
    let text = answer.text.prefix(200)
    return "the push service answered \(answer.status)\(text.isEmpty ? "" : ": \(text)")"
  }

  /// The push service of an endpoint, as `name:port`: the same for every spelling of it.
  public static func server(of endpoint: URL) -> String {
    let port = endpoint.port ?? (endpoint.scheme?.lowercased() == "http" ? 80 : 443)
    let name = (endpoint.host() ?? "").lowercased()
    return "\(name.hasSuffix(".") ? String(name.dropLast()) : name):\(port)"
  }
}
