import Foundation
import NIOSSL
import Testing

@testable import AlmanacFetching

@Suite(.timeLimit(.minutes(5))) struct `A secure connection` {
  @Test func `to a server that nobody vouches for is refused in plain words`() async throws {
    try await withServer(tls: try TestCertificate.context(), answering: { _ in .text("secret") }) {
      server in
      try await withFetcher { trial in
        let why = "its certificate has expired, or is signed by nobody this machine trusts"
        await #expect(throws: FetchError.untrusted(host: "localhost", why: why)) {
          try await trial.get(server.url("/a", scheme: "https", host: "localhost"))
        }
        #expect(server.asked.isEmpty)
      }
    }
  }

  @Test func `to a server without TLS is refused in plain words`() async throws {
    try await withServer(answering: { _ in .text("plain") }) { server in
      try await withFetcher { trial in
        let why = "it does not speak TLS at this address"
        await #expect(throws: FetchError.untrusted(host: "127.0.0.1", why: why)) {
          try await trial.get(server.url("/a", scheme: "https"))
        }
      }
    }
  }
}

/// A certificate that no one trusts, and its key, which guards nothing.
private enum TestCertificate {
  static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBmjCCAUGgAwIBAgIUE7gOCWdVx1Vg5Mxhe4erGe3DX8swCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA0MTQxM1oYDzIxMjYxMDI4
    MDQxNDEzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAATi3cFJ7jFlIEJCqKqSm5Q2M8PQQ73tdWNJrLQ+dYUisLW+rs9G9zgc
    yb57t48Q7Njz9Y3K07n0biwLShI+OnITo28wbTAdBgNVHQ4EFgQUp6Llhxo9jgXm
    e4K5e3hSodjtyEkwHwYDVR0jBBgwFoAUp6Llhxo9jgXme4K5e3hSodjtyEkwDwYD
    VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
    zj0EAwIDRwAwRAIgEtjM4JgZMmJ9MKTt+gnHT2WmlBEidncTbYyp1sm4M8ICID2x
    ELf5JO4oyeIACU/D1ML5eOdIJBAP46ZPlJlH6++U
    -----END CERTIFICATE-----
    """
  static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjeF9eY1G93cMpb/o
    kcjo9Im3Xw9+uq8hEj41Hf8zSYKhRANCAATi3cFJ7jFlIEJCqKqSm5Q2M8PQQ73t
    dWNJrLQ+dYUisLW+rs9G9zgcyb57t48Q7Njz9Y3K07n0biwLShI+OnIT
    -----END PRIVATE KEY-----
    """

  static func context() throws -> NIOSSLContext {
    let certificates = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8))
    let key = try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
    return try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: certificates.map { .certificate($0) }, privateKey: .privateKey(key)))
  }
}
