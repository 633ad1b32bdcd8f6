import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension FetchError {
  /// Tells an error of the wire in our words.
  init(_ error: any Error, host: String) {
    switch error {
    case let error as FetchError: self = error
    case is CancellationError: self = .cancelled
    case let error as HTTPClientError: self.init(error, host)
    case let error as NIOConnectionError: self.init(error, host)
    case let error as IOError where error.errnoCode == ECONNRESET || error.errnoCode == EPIPE:
      self = .brokenOff(host: host, why: "it reset the connection")
    case let error as IOError: self = .unreachable(host: host, why: Self.words(error.errnoCode))
    case ChannelError.connectTimeout: self = .timedOut(host: host)
    default: self.init(rare: error, host)
    }
  }

  private init(rare error: any Error, _ host: String) {
    switch error {
    case NIOSSLError.uncleanShutdown:
      self = .brokenOff(host: host, why: "it closed the connection too early")
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      self = .untrusted(host: host, why: Self.mistrust(String(describing: error)))
    case let error as HTTPParserError: self = .brokenOff(host: host, why: Self.words(error))
    default: self = .unreachable(host: host, why: String(describing: error))
    }
  }

  private init(_ error: HTTPClientError, _ host: String) {
    switch error {
    case .cancelled, .alreadyShutdown: self = .cancelled
    case .deadlineExceeded, .readTimeout, .writeTimeout, .connectTimeout, .tlsHandshakeTimeout,
      .getConnectionFromPoolTimeout:
      self = .timedOut(host: host)
    case .remoteConnectionClosed:
      self = .brokenOff(host: host, why: "it closed the connection too early")
    case .invalidURL, .emptyHost, .emptyScheme: self = .unusable(why: "the address is not valid")
    case _ where error.shortDescription.hasPrefix("Invalid header field"):
      self = .unusable(why: "a header holds characters that may not be sent")
    default: self = .unreachable(host: host, why: error.shortDescription.lowercased())
    }
  }

  private init(_ error: NIOConnectionError, _ host: String) {
    guard let cause = error.connectionErrors.first?.error else {
      self = .unreachable(host: host, why: "its name is not known")
      return
    }
    self = FetchError(cause, host: host)
  }

  /// What a failed TLS handshake means for a person.
  static func mistrust(_ words: String) -> String {
    if words.contains("CERTIFICATE_VERIFY_FAILED") {
      return "its certificate has expired, or is signed by nobody this machine trusts"
    }
    if words.contains("failedToValidateHostname") {
      return "its certificate is made out to another name"
    }
    if words.contains("WRONG_VERSION_NUMBER") { return "it does not speak TLS at this address" }
    return "the TLS handshake failed (\(words))"
  }

  private static func words(_ error: HTTPParserError) -> String {
    switch error {
    case .invalidEOFState: "it closed the connection too early"
    case .headerOverflow: "its headers are too long"
    default: "what it sends is not HTTP"
    }
  }

  private static func words(_ code: Int32) -> String {
    String(cString: strerror(code)).lowercased()
  }
}
