import Foundation
public import Hummingbird
import HummingbirdCore
import HummingbirdTLS
public import Logging
import NIOSSL

/// Upstreams on this machine for demos and tests: an open data portal, railway stations, countries
/// with flags, and a stream of deals, all synthetic, all the same for the same seed.
///
/// ```swift
/// let sandbox = try Sandbox(options)
/// try await sandbox.application().run()
/// ```
/// A test keeps the value to change the data, to order faults and to see what was asked:
/// `await sandbox.state.inject(.status(503), at: "/resource")`.
public struct Sandbox: Sendable {
  /// The 4x4 id of the meteorites in the portal.
  public static let meteorites = "gh4g-9sfh"

  /// What the sandbox serves.
  public let options: Options
  /// What it remembers between requests.
  public let state: State
  private let server: HTTPServerBuilder

  /// A sandbox filled from the options.
  ///
  /// Throws when a file of rows, or of a certificate, cannot be read.
  public init(_ options: Options = Options()) throws {
    self.options = options
    server = try options.identity.map { try .tls(tlsConfiguration: $0.configuration) } ?? .http1()
    self.state = State(try Self.tables(options), seed: options.seed, now: options.now)
  }

  /// A server for the options in one call.
  ///
  /// Throws when a file of rows cannot be read.
  public static func application(_ options: Options) throws -> some ApplicationProtocol {
    try Sandbox(options).application()
  }

  /// A server, which has not started yet.
  ///
  /// All servers of one sandbox share its state.
  public func application(logger: Logger? = nil) -> some ApplicationProtocol {
    Application(
      router: router(), server: server,
      configuration: ApplicationConfiguration(
        address: .hostname(options.host, port: options.port)),
      logger: logger)
  }
}

extension Sandbox.Identity {
  /// What NIO needs to speak TLS.
  fileprivate var configuration: TLSConfiguration {
    get throws {
      let certificates = try NIOSSLCertificate.fromPEMFile(chain.path)
      return .makeServerConfiguration(
        certificateChain: certificates.map { .certificate($0) },
        privateKey: .privateKey(try NIOSSLPrivateKey(file: key.path, format: .pem)))
    }
  }
}
