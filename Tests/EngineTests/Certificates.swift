import AlmanacSandbox
import Foundation

/// Certificates made for one test, by an authority of its own.
struct Certificates: Sendable {
  /// What is the matter with a certificate.
  enum Kind: String, Sendable {
    case good
    case expired
    case selfSigned
    case otherName
  }

  /// Why openssl made no certificate.
  struct NotMade: Error {
    var command: [String]
  }

  let folder: URL

  /// The authority's own certificate.
  var authority: URL { folder.appending(path: "authority.pem") }

  /// Makes the authority.
  init(in folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try selfSign("authority", subject: "Synthetic authority")
  }

  /// A server's certificate for localhost and its key.
  func identity(_ kind: Kind) throws -> Sandbox.Identity {
    let name = kind.rawValue
    if kind == .selfSigned {
      try selfSign(name, subject: "localhost", more: ["-addext", "subjectAltName=DNS:localhost"])
    } else {
      try sign(
        name, for: kind == .otherName ? "example.org" : "localhost", isExpired: kind == .expired)
    }
    return Sandbox.Identity(chain: path("\(name).pem"), key: path("\(name).key"))
  }

  private func sign(_ name: String, for host: String, isExpired: Bool) throws {
    let extensions = path("\(name).ext")
    try Data("subjectAltName=DNS:\(host)\n".utf8).write(to: extensions)
    try openssl(
      ["req", "-out", file("\(name).csr"), "-subj", "/CN=\(host)"]
        + Self.newKey(file("\(name).key")))
    try openssl([
      "x509", "-req", "-in", file("\(name).csr"), "-CA", authority.path, "-CAkey",
      file("authority.key"), "-days", isExpired ? "-1" : "2", "-extfile", extensions.path, "-out",
      file("\(name).pem"),
    ])
  }

  private func selfSign(_ name: String, subject: String, more: [String] = []) throws {
    try openssl(
      ["req", "-x509", "-days", "2", "-out", file("\(name).pem"), "-subj", "/CN=\(subject)"]
        + Self.newKey(file("\(name).key")) + more)
  }

  private static func newKey(_ file: String) -> [String] {
    ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", file]
  }

  private func path(_ name: String) -> URL { folder.appending(path: name) }

  private func file(_ name: String) -> String { path(name).path }

  private func openssl(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw NotMade(command: arguments) }
  }
}
