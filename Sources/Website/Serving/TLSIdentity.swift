public import Foundation
import HummingbirdTLS
import NIOCore
import NIOSSL
import Synchronization

/// A server's certificate chain and its key, in files that may be renewed while it serves.
public final class TLSIdentity: Sendable {
  private let files: Files
  private let pair: Mutex<Pair>

  /// Where the two are.
  struct Files: Sendable, Hashable {
    let certificate: String
    let key: String
  }

  /// Reads both and checks that they belong together and are good at this moment.
  public init(certificate: String, key: String, now: Date) throws(TLSProblem) {
    files = Files(certificate: certificate, key: key)
    pair = Mutex(try Pair(files, now: now))
  }

  /// Reads both again, for the connections to come.
  ///
  /// - Throws: What is wrong with them; what was read before goes on being served.
  public func renew(now: Date) throws(TLSProblem) {
    let fresh = try Pair(files, now: now)
    pair.withLock { $0 = fresh }
  }

  /// The names and addresses that browsers will trust it for; a name may begin with `*.`.
  public var names: [String] { pair.withLock { $0.names } }

  /// When the certificate ends.
  public var end: Date { pair.withLock { $0.end } }

  /// What NIO needs to speak TLS: 1.2 or newer, with the pair that was read last.
  var configuration: TLSConfiguration {
    let first = pair.withLock { $0 }
    var configuration = first.configuration
    configuration.sslContextCallback = { [self] _, promise in
      let current = pair.withLock { $0 }
      var change = NIOSSLContextConfigurationOverride()
      change.certificateChain = current.chain.map { .certificate($0) }
      change.privateKey = .privateKey(current.key)
      promise.succeed(change)
    }
    return configuration
  }
}

/// A chain of certificates, the server's own first, and the key of that.
private struct Pair: Sendable {
  let chain: [NIOSSLCertificate]
  let key: NIOSSLPrivateKey
  let names: [String]
  let end: Date

  init(_ files: TLSIdentity.Files, now: Date) throws(TLSProblem) {
    chain = try Self.chain(files.certificate)
    key = try Self.key(files.key)
    guard let own = chain.first else { throw .noCertificate(files.certificate) }
    names = own.names
    end = Date(timeIntervalSince1970: TimeInterval(own.notValidAfter))
    let start = Date(timeIntervalSince1970: TimeInterval(own.notValidBefore))
    guard now <= end else { throw .expired(files.certificate, end) }
    guard now >= start else { throw .notYetGood(files.certificate, start) }
    do { _ = try NIOSSLContext(configuration: configuration) } catch {
      throw .mismatch(certificate: files.certificate, key: files.key)
    }
  }

  var configuration: TLSConfiguration {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    return configuration
  }

  private static func chain(_ path: String) throws(TLSProblem) -> [NIOSSLCertificate] {
    let bytes = try bytes(path)
    do { return try NIOSSLCertificate.fromPEMBytes(bytes) } catch { throw .noCertificate(path) }
  }

  /// A key behind a password counts as none: nobody is there to type it.
  private static func key(_ path: String) throws(TLSProblem) -> NIOSSLPrivateKey {
    let bytes = try bytes(path)
    do {
      return try NIOSSLPrivateKey(bytes: bytes, format: .pem) { give in give([UInt8]()) }
    } catch { throw .noKey(path) }
  }

  private static func bytes(_ path: String) throws(TLSProblem) -> [UInt8] {
    do { return Array(try Data(contentsOf: URL(filePath: path))) } catch {
      let isThere = FileManager.default.fileExists(atPath: path)
      throw isThere ? .unreadable(path) : .missing(path)
    }
  }
}

extension NIOSSLCertificate {
  /// The names and addresses among its subject alternative names (RFC 5280, section 4.2.1.6).
  fileprivate var names: [String] {
    _subjectAlternativeNames().compactMap { name in
      let bytes = name.contents.withUnsafeBufferPointer { Array($0) }
      if name.nameType == .dnsName { return String(decoding: bytes, as: UTF8.self).lowercased() }
      guard name.nameType == .ipAddress else { return nil }
      do {
        return try SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0).ipAddress
      } catch {
        return nil  // neither four bytes nor sixteen: no address that a browser could type
      }
    }
  }
}
