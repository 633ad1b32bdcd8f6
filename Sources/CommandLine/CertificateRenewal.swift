import AlmanacWebsite
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Reads a renewed certificate when a service manager says so by SIGHUP, while connections go on.
struct CertificateRenewal: Service {
  private let identity: TLSIdentity?
  private let logger: Logger

  /// Renews a certificate; without one there is nothing to do, which is no reason to end.
  init(_ identity: TLSIdentity?, _ logger: Logger) {
    self.identity = identity
    self.logger = logger
  }

  /// Whether SIGHUP asks for it: at a terminal it says that the person has gone, and ends all.
  static var isAsked: Bool { isatty(0) == 0 }

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      renew()
    }
  }

  private func renew() {
    guard let identity else { return }
    do {
      try identity.renew(now: Date())
      logger.notice("certificate renewed", metadata: ["end": "\(identity.end)"])
    } catch {
      logger.error(
        "certificate not renewed",
        metadata: ["error": "\(error)"])
    }
  }
}
