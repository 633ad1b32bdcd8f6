public import Foundation

extension Fetcher {
  /// How to ask, how much to take and how much to keep.
  public struct Configuration: Sendable {
    /// The folder of the HTTP cache; made when absent, readable by its owner only.
    public var cacheDirectory: URL
    /// A page or mail address for a server's keeper, sent in `User-Agent`.
    public var contact: String
    /// The largest decoded answer in bytes.
    public var maxBytes = 1 << 30
    /// The largest cache in bytes; beyond it the least recently used answers go.
    public var maxCacheBytes = 4 << 30
    /// How long to wait for a connection.
    public var connectTimeout: Duration = .seconds(10)
    /// How long a server may be silent within an answer.
    public var idleTimeout: Duration = .seconds(30)
    /// How long a server may take from a request to the end of an answer's head, however it drips.
    public var headTimeout: Duration = .seconds(60)
    /// The fewest bytes a second that an answer's body may come with.
    public var leastRate = 100
    /// Over how long a time they are counted.
    public var rateWindow: Duration = .seconds(30)
    /// How long the text of an error is read, which is only told to people.
    public var errorTextTimeout: Duration = .seconds(10)
    /// How long one whole answer may take, from its request to its last byte.
    public var requestTimeout: Duration = .seconds(600)
    /// How long an open stream may be silent; servers send a heartbeat every 15 s or so.
    public var streamIdleTimeout: Duration = .seconds(60)
    /// Host names that URLs found in data may name although their addresses are private.
    public var allowedPrivateHosts: Set<String> = []
    /// A file of certificates (PEM) to trust beside the machine's own.
    public var trustedCertificates: URL?
    /// How often one request is sent at most when the server falters.
    public var tries = 3
    /// How long to wait between two tries.
    public var backoff = Backoff()
    /// How long to postpone when the server gives no time of its own.
    public var postponement: Duration = .seconds(60)
    /// The pause between two requests to one host.
    public var spacing: Duration = .seconds(1)
    /// The same on this machine, where nobody is disturbed.
    public var loopbackSpacing: Duration = .zero

    /// A configuration with the defaults above.
    public init(cacheDirectory: URL, contact: String) {
      self.cacheDirectory = cacheDirectory
      self.contact = contact
    }

    var userAgent: String {
      contact.isEmpty ? "Almanac/0.1" : "Almanac/0.1 (+\(contact))"
    }

    func spacing(for host: Authority) -> Duration {
      host.isLoopback ? loopbackSpacing : spacing
    }

    /// What URLs found in data may reach.
    public var addressRule: AddressRule { AddressRule(allowedPrivateHosts: allowedPrivateHosts) }
  }
}
