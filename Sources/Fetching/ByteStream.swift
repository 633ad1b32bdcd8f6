import AsyncHTTPClient
public import Foundation
import NIOCore

/// The bytes of an answer that does not end, such as server-sent events or lines of JSON.
///
/// Pull-based: nothing more is read from the server than the reader asks for, so a slow reader
/// slows the server down instead of filling the memory. Can be read once; letting go of it closes
/// the connection. Ends with `nil` when the server ends the answer.
public struct ByteStream: AsyncSequence, Sendable {
  /// A piece of the answer, cut anywhere.
  public typealias Element = [UInt8]
  /// Why the stream broke off.
  public typealias Failure = FetchError

  /// The answer's headers.
  public let headers: [HTTPHeader]
  /// Where the stream comes from after redirects.
  public let url: URL
  private let body: HTTPClientResponse.Body

  init(_ response: HTTPClientResponse, _ head: AnswerHead) {
    headers = head.headers
    url = head.url
    body = response.body
  }

  /// An iterator; only the first one may be used.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: body.makeAsyncIterator(), host: url.hostName)
  }

  /// Hands out the pieces as they are asked for.
  public struct Iterator: AsyncIteratorProtocol {
    var base: HTTPClientResponse.Body.AsyncIterator
    let host: String

    /// The next piece, or `nil` at the end; throws when the connection breaks or falls silent.
    @concurrent
    public mutating func next() async throws(FetchError) -> [UInt8]? {
      do {
        guard let buffer = try await base.next() else { return nil }
        return Array(buffer.readableBytesView)
      } catch {
        throw FetchError(error, host: host)
      }
    }
  }
}
