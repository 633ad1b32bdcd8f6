/// What one server takes from clients, and how long it waits for them.
///
/// Notes/limits.md lists every limit and what happens beyond it.
package struct ConnectionLimits: Sendable, Hashable {
  /// How many connections are open at the same time; beyond it the longest idle one is closed.
  package var connections = 10_000
  /// How long a connection stays open between two requests.
  package var idle = Duration.seconds(60)
  /// How long a connection is idle at least before it is closed for another one.
  package var moment = Duration.milliseconds(250)
  /// How long the head of a request may take from its first byte.
  package var head = Duration.seconds(15)
  /// How long the body of a request may take in any case.
  package var body = Duration.seconds(15)
  /// How many bytes of a body must come each second after that.
  package var bodyRate = 1_000
  /// The largest body of a request, in bytes.
  package var largestBody = 1_000_000
  /// How long a request and its answer may take together; streams and downloads have no such limit.
  package var exchange: Duration? = .seconds(600)
  /// How long bytes that are due may stay untaken.
  package var stall = Duration.seconds(60)
  /// How many bytes of what is due must be taken within that time.
  package var stallBytes = 4_096
  /// How long a connection that is closed by us waits until the client has closed it too.
  package var linger = Duration.seconds(2)
  /// How long whatever goes on may take when the server ends.
  package var ending = Duration.seconds(5)
  /// The longest request target, and the longest header field, in bytes.
  package var longestField = 16_384
  /// The largest head of a request, in bytes.
  package var largestHead = 65_536
  /// How many header fields a request may have.
  package var mostFields = 100

  package init() {}

  /// How many live windows are served at the same time: requests for pages always find room.
  var liveWindows: Int { max(1, connections / 4 * 3) }

  /// After how many seconds a client may come back that found no room or no time.
  static let retryAfter = 10
}
