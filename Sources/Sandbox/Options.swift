public import AlmanacDecoding
public import Foundation

extension Sandbox {
  /// What the sandbox serves, where, and what time it is there.
  public struct Options: Sendable {
    /// The address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 lets the system choose.
    public var port = 8081
    /// Two sandboxes with the same seed and the same options serve the same data.
    public var seed: UInt64 = 1
    /// How many synthetic meteorites the portal has.
    public var meteorites = 1000
    /// How many synthetic railway stations there are.
    public var stations = 300
    /// What the stream of deals sends.
    public var deals = PacketSimulator.Recipe.deals
    /// How fast the stream of deals is, unless a request asks for another pace.
    public var pace = Pace()
    /// What time it is: the moment of changes and of deals.
    public var now: @Sendable () -> Date = { Date() }
    /// A folder whose files are served at `/files/NAME`.
    public var files: URL?
    /// The Cache-Control header of those files.
    public var filesCacheControl = "max-age=60"
    /// Portal datasets of real rows by their 4x4 id, one JSON object a line.
    ///
    /// `meteorites` may be one.
    public var rows: [String: URL] = [:]
    /// How the portal writes points.
    public var points = PointShape.geoJSON
    /// The most rows the portal gives at a time, however many are asked for.
    public var portalCap: Int?
    /// Which of SODA's two error shapes the portal speaks.
    public var errorShape = ErrorShape.errorCode
    /// The one app token the portal knows; with nil it takes any.
    ///
    /// A request without one is served.
    public var appToken: String?
    /// The one key that `/countries/v5` takes; with nil it takes any that is not empty.
    public var countriesKey: String?
    /// How many countries there are; beyond the dozen odd ones they are plain.
    public var countries = 12
    /// How many requests `/countries/v5` grants each key a month; with nil as many as wanted.
    public var countriesQuota: Int?
    /// Who the sandbox says it is, over TLS; with nil it speaks plain HTTP.
    public var identity: Identity?
    /// Whether `/control/…` is there.
    ///
    /// It lets anyone who reaches the sandbox change it.
    public var control = false

    /// The usual options.
    public init() {}

    /// The ids of all datasets of the portal.
    var portalDatasets: Set<String> { Set(rows.keys).union([Sandbox.meteorites]) }
  }

  /// A certificate and its key, both in PEM files.
  public struct Identity: Sendable {
    /// The certificate, then those that vouch for it.
    public var chain: URL
    /// The certificate's private key.
    public var key: URL

    /// An identity from two files.
    public init(chain: URL, key: URL) {
      self.chain = chain
      self.key = key
    }
  }

  /// How often packets leave and how silence is filled.
  public struct Pace: Sendable {
    /// The longest pause before a packet; each is random from none to this.
    ///
    /// Zero: as fast as asked.
    public var longestPause: Duration
    /// How long the stream is silent before it sends a comment line.
    public var heartbeat: Duration

    /// A pace of up to 0.3 s a packet, and a heartbeat every 15 s of silence.
    public init(longestPause: Duration = .milliseconds(300), heartbeat: Duration = .seconds(15)) {
      self.longestPause = longestPause
      self.heartbeat = heartbeat
    }
  }

  /// The two ways SODA has written points.
  public enum PointShape: Sendable {
    /// `{"type":"Point","coordinates":[6.08333,50.775]}`
    case geoJSON
    /// `{"latitude":"50.775","longitude":"6.08333"}`
    case latitudeLongitude
  }

  /// The two ways SODA has written errors.
  public enum ErrorShape: Sendable {
    /// `{"errorCode":…,"message":…,"data":…}`
    case errorCode
    /// `{"code":…,"error":true,"message":…}`
    case code
  }
}
