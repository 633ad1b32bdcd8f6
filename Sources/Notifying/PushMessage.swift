/// A message to a browser, before it is encrypted.
public struct PushMessage: Sendable, Hashable {
  /// What the service worker gets.
  public var text: [UInt8]
  /// The same in fewer words, for push services that find the first too long.
  public var shorter: [UInt8]
  /// How long a push service keeps it for a browser that is away, in seconds.
  public var timeToLive: Int
  /// How much it matters.
  public var urgency: Urgency
  /// What it is about: a newer message of the same topic takes the place of one that still waits.
  ///
  /// At most 32 letters of base64url (RFC 8030 §5.4).
  public var topic: String?

  /// How much a message matters to a device that saves power (RFC 8030 §5.3).
  public enum Urgency: String, Sendable {
    /// Only on power and a free network.
    case veryLow = "very-low"
    /// On either.
    case low
    /// Also on battery.
    case normal
    /// At once.
    case high
  }

  /// Makes a message.
  public init(
    text: [UInt8], shorter: [UInt8], timeToLive: Int = 86_400, urgency: Urgency = .normal,
    topic: String? = nil
  ) {
    self.text = text
    self.shorter = shorter
    self.timeToLive = timeToLive
    self.urgency = urgency
    self.topic = topic
  }
}
