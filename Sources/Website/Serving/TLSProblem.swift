public import AlmanacDeclarations
public import Foundation

/// Why a certificate and its key cannot be served with.
public enum TLSProblem: Sendable, Hashable {
  /// There is no such file.
  case missing(String)
  /// The file is there, but not for this process.
  case unreadable(String)
  /// The file holds no certificate in PEM form.
  case noCertificate(String)
  /// The file holds no private key in PEM form that opens without a password.
  case noKey(String)
  /// The key is another certificate's.
  case mismatch(certificate: String, key: String)
  /// The certificate ended at a moment.
  case expired(String, Date)
  /// The certificate begins at a moment to come.
  case notYetGood(String, Date)
}

extension TLSProblem: MessageError {
  /// What is wrong, and what next.
  public var message: Message {
    switch self {
    case .missing(let path): "\(path) is not there: name the file of the certificate or key."
    case .unreadable(let path):
      "\(path) cannot be read: let the user that Almanac runs as read it."
    case .noCertificate(let path):
      """
      \(path) holds no certificate: expected lines from BEGIN CERTIFICATE to END CERTIFICATE (PEM).
      """
    case .noKey(let path):
      """
      \(path) holds no private key that opens without a password: expected lines from BEGIN \
      PRIVATE KEY to END PRIVATE KEY (PEM).
      """
    case .mismatch(let certificate, let key):
      """
      \(key) is not the key of \(certificate): the server's own certificate stands first in its \
      file, and both come from the same request.
      """
    case .expired(let path, let end):
      "\(path) ended \(Self.text(end)): browsers would refuse it. Renew it."
    case .notYetGood(let path, let start):
      "\(path) is good from \(Self.text(start)) on: is this machine's clock right?"
    }
  }

  private static func text(_ moment: Date) -> String { moment.formatted(.iso8601) }
}
