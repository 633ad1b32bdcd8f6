import AlmanacDeclarations
import AlmanacWebsite
import ArgumentParser
import Foundation

/// How a server is reached from elsewhere: its certificate, and its address behind a proxy.
struct ReachOptions: ParsableArguments {
  @Option(
    name: .customLong("tls-certificate"),
    help: .said("Serve https with this certificate chain (PEM).", valueName: "file"))
  var certificate: String?

  @Option(
    name: .customLong("tls-key"),
    help: .said("The certificate's private key (PEM).", valueName: "file"))
  var key: String?

  @Option(
    name: .customLong("public-address"),
    help: .said(
      "Where a proxy before this server is reached: https://almanac.example.org.",
      valueName: "url"))
  var publicAddress: String?

  @Option(
    name: .customLong("proxy"),
    help: .said(
      "The address of a proxy before this server, whose X-Forwarded-For is believed; may be repeated.",
      valueName: "address"))
  var proxies: [String] = []

  /// The fewest characters of a token that guards a server others reach.
  static let shortestToken = 16

  /// Adds to the options how the server is reached, and refuses what would not be safe.
  func complete(_ options: inout Website.Options, _ settings: Settings) throws {
    options.identity = try identity(settings)
    try Self.checkToken(options)
    options.proxies = try proxies(settings)
    do {
      options.reach =
        if let address = publicAddress ?? settings["ALMANAC_PUBLIC_ADDRESS"] {
          try Reach(public: address)
        } else {
          try Reach(listeningOn: options.host, port: options.port, identity: options.identity)
        }
    } catch let problem as ReachProblem {
      throw ValidationError("--public-address: " + said(problem.message))
    }
  }

  private func proxies(_ settings: Settings) throws -> [String] {
    let named = (settings["ALMANAC_PROXIES"] ?? "").split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let all = proxies + named
    if let wrong = all.first(where: { !Website.isAddress($0) }) {
      throw misuse("--proxy: expected an address such as 127.0.0.1, found \"\(wrong)\".")
    }
    return all
  }

  private func identity(_ settings: Settings) throws -> TLSIdentity? {
    let certificate = certificate ?? settings["ALMANAC_TLS_CERTIFICATE"]
    let key = key ?? settings["ALMANAC_TLS_KEY"]
    guard certificate != nil || key != nil else { return nil }
    guard let certificate, let key else {
      let missing = certificate == nil ? "--tls-certificate" : "--tls-key"
      throw misuse(
        "https needs a certificate and its key: \(missing) is missing. Nothing is served.")
    }
    do { return try TLSIdentity(certificate: certificate, key: key, now: Date()) } catch {
      throw Failure("https cannot be served: \(error.message) Nothing is served.")
    }
  }

  /// Whoever reaches the server could act on its copies without a token.
  private static func checkToken(_ options: Website.Options) throws {
    guard !options.isLoopback else { return }
    guard let token = options.adminToken else {
      throw misuse(
        """
        Others reach this server on \(options.host), so acting on its copies must be guarded: set \
        ALMANAC_ADMIN_TOKEN to a secret (openssl rand -hex 24 makes one), or listen on 127.0.0.1, \
        which needs none. Nothing is served.
        """)
    }
    guard token.count >= shortestToken else {
      throw misuse(
        """
        ALMANAC_ADMIN_TOKEN has \(token.count) characters; where others reach the server it needs \
        \(shortestToken) or more: openssl rand -hex 24 makes one. Nothing is served.
        """)
    }
  }
}
