public import Logging

/// A log handler that masks secrets in every line before another handler writes it.
public struct MaskingLogHandler: LogHandler {
  private var base: any LogHandler
  private let secrets: Secrets

  /// A handler in front of another.
  public init(_ base: any LogHandler, hiding secrets: Secrets) {
    self.base = base
    self.secrets = secrets
  }

  /// The least level that is written.
  public var logLevel: Logger.Level {
    get { base.logLevel }
    set { base.logLevel = newValue }
  }

  /// What stands in every line.
  public var metadata: Logger.Metadata {
    get { base.metadata }
    set { base.metadata = newValue.mapValues(masked) }
  }

  /// One entry of what stands in every line.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { base[metadataKey: key] }
    set { base[metadataKey: key] = newValue.map(masked) }
  }

  /// Masks a line and hands it on.
  public func log(event: LogEvent) {
    var event = event
    event.message = "\(secrets.masking(event.message.description))"
    event.metadata = event.metadata?.mapValues(masked)
    if let error = event.error {
      event.metadata = event.metadata ?? [:]
      event.metadata?["error"] = "\(secrets.masking(String(describing: error)))"
      event.error = nil
    }
    base.log(event: event)
  }

  private func masked(_ value: Logger.Metadata.Value) -> Logger.Metadata.Value {
    switch value {
    case .array(let values): .array(values.map(masked))
    case .dictionary(let values): .dictionary(values.mapValues(masked))
    default: .string(secrets.masking(value.description))
    }
  }
}

extension Logger {
  /// The logger with every line's secrets masked.
  public func hiding(_ secrets: Secrets) -> Logger {
    var logger = self
    logger.handler = MaskingLogHandler(handler, hiding: secrets)
    return logger
  }
}
