import AsyncHTTPClient
import Dispatch

/// An HTTP client that ends its connections when nobody needs it any more.
///
/// AsyncHTTPClient stops a program whose client is let go of while open; who embeds us should not
/// have to know.
final class OwnedClient: Sendable {
  let client: HTTPClient

  init(_ client: HTTPClient) {
    self.client = client
  }

  deinit {
    client.shutdown(queue: .global()) { _ in }  // nobody is left to be told of a failure
  }
}
