public import AlmanacFetching
public import Foundation

/// Hands messages to push services (RFC 8030), each encrypted for its browser and signed by us.
public struct Courier: Sendable {
  private let fetcher: Fetcher
  private let key: ServerKey
  private let contact: String?
  private let now: @Sendable () -> Date

  /// What came of a message.
  public enum Outcome: Sendable, Hashable {
    /// The push service has it.
    case delivered
    /// The browser no longer wants messages, or is gone: never to be asked again.
    case gone
    /// The push service asks to wait until then.
    case postponed(until: Date)
    /// It did not work this time.
    case failed(String)
  }

  /// A courier with a key of ours.
  ///
  /// - Parameter contact: How a push service's keeper reaches us: a mail or web address.
  public init(
    fetcher: Fetcher, key: ServerKey, contact: String = "",
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.fetcher = fetcher
    self.key = key
    self.contact = ServerKey.contact(contact)
    self.now = now
  }

  /// Hands over a message; the shorter one when the push service finds the first too long.
  public func deliver(
    _ message: PushMessage, to endpoint: URL, _ browser: BrowserKeys
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
      return .failed("\(error)")
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
      guard let until = answer.retryAfter else { return .failed(Self.words(answer)) }
      // 429 is about this browser (RFC 8030 §8.4), 503 about the whole server.
      if answer.status == 503 { await fetcher.holdBack([Self.server(of: endpoint): until]) }
      return .postponed(until: until)
    default: return .failed(Self.words(answer))
    }
  }

  private static func words(_ answer: PostAnswer) -> String {
    let text = answer.text.prefix(200)
    return "the push service answered \(answer.status)\(text.isEmpty ? "" : ": \(text)")"
  }

  private static func server(of endpoint: URL) -> String {
    let port = endpoint.port ?? (endpoint.scheme?.lowercased() == "http" ? 80 : 443)
    return "\(endpoint.host() ?? ""):\(port)"
  }
}
