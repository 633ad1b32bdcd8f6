import Foundation
import Logging

/// The one log line of a request: where to, what came, how much, how long.
struct RequestLog: Sendable {
  private let start = ContinuousClock.now
  private let url: String
  private let logger: Logger

  init(_ url: URL, _ logger: Logger) {
    self.url = url.forLogs
    self.logger = logger
  }

  func end(_ status: Int, _ content: Answer.Content) {
    var bytes = 0
    if case .body(let body) = content { bytes = body.length }
    write(Self.outcome(status), ["status": "\(status)", "bytes": "\(bytes)"])
  }

  func end(_ error: FetchError) {
    write("failed", ["error": "\(error)"])
  }

  private func write(_ outcome: String, _ details: Logger.Metadata) {
    let milliseconds = Int(start.duration(to: .now) / .milliseconds(1))
    var metadata = details
    metadata["url"] = "\(url)"
    metadata["outcome"] = "\(outcome)"
    metadata["milliseconds"] = "\(milliseconds)"
    logger.info("request", metadata: metadata)
  }

  private static func outcome(_ status: Int) -> String {
    switch status {
    case 202: "not ready"
    case 200...299: "received"
    case 304: "not modified"
    case 300...399: "redirected"
    case 429, 503: "asked to wait"
    default: "refused"
    }
  }
}
