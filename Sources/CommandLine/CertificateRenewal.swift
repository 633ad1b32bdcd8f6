import AlmanacWebsite
import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Reads a renewed certificate when the process is told to by SIGHUP, while connections go on.
struct CertificateRenewal: Service {
  let identity: TLSIdentity
  let logger: Logger

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      do {
        try identity.renew(now: Date())
        logger.notice("The certificate was read again", metadata: ["end": "\(identity.end)"])
      } catch {
        logger.error(
          "The certificate cannot be renewed; the one that was read before goes on being served",
          metadata: ["error": "\(error)"])
      }
    }
  }
}
