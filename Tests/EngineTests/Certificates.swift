import AlmanacSandbox
import Foundation

/// Certificates for tests and their key, which guards nothing; an authority of its own signed most.
struct Certificates: Sendable {
  /// What is the matter with a certificate.
  enum Kind: String, Sendable {
    case good
    case expired
    case selfSigned
    case otherName
  }

  /// Where they are written to.
  let folder: URL

  /// The authority's own certificate.
  var authority: URL { folder.appending(path: "authority.pem") }

  /// Writes the authority's certificate.
  init(in folder: URL) throws {
    self.folder = folder
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.authorityText.utf8).write(to: authority)
  }

  /// A server's certificate for localhost and its key, in files.
  func identity(_ kind: Kind) throws -> Sandbox.Identity {
    let identity = Sandbox.Identity(
      chain: folder.appending(path: "\(kind.rawValue).pem"), key: folder.appending(path: "key.pem"))
    try Data(Self.text(of: kind).utf8).write(to: identity.chain)
    try Data(Self.key.utf8).write(to: identity.key)
    return identity
  }

  private static func text(of kind: Kind) -> String {
    switch kind {
    case .good: good
    case .expired: expired
    case .selfSigned: selfSigned
    case .otherName: otherName
    }
  }
}

extension Certificates {
  private static let authorityText = """
    -----BEGIN CERTIFICATE-----
    MIIBkzCCATmgAwIBAgIUWQxkole0vbvo4NkFqqcVUh13SRgwCgYIKoZIzj0EAwIw
    HjEcMBoGA1UEAwwTU3ludGhldGljIGF1dGhvcml0eTAgFw0yNjExMjEwODEzMTla
    GA8yMTI2MTAyODA4MTMxOVowHjEcMBoGA1UEAwwTU3ludGhldGljIGF1dGhvcml0
    eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAkI9G9xjs5+K5XKH2dbc1FLQrEH
    FIoJFrgy8o5LTpXWT72aVomaWlA+UYt+pMfEzJUB1JtNlRXoHuRPkP7E1HWjUzBR
    MB0GA1UdDgQWBBTq4KCuRqzftLfXoLBMLoO3LPOdEjAfBgNVHSMEGDAWgBTq4KCu
    RqzftLfXoLBMLoO3LPOdEjAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gA
    MEUCIBPQBnCznw/D+9fN857ovaF0GTvhGDY0d5XIW6oiKFqUAiEA5gM0BgsEy+jQ
    BTEjAAbvpV9I9UNvAUGFqbM4moyB1wU=
    -----END CERTIFICATE-----

    """

  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkkorFDCgty6zKhy9
    5ffLEBebZHF7rH67eOyC1jzqvm+hRANCAAQUu9zxmH9dVjU11DydszfBiq0d5yV9
    doIKaLxvF1iz38NszZUTLP5nMe/aP4Yercngfg5rVN36kNNsm8mEnhuc
    -----END PRIVATE KEY-----

    """

  private static let good = """
    -----BEGIN CERTIFICATE-----
    MIIBjjCCATSgAwIBAgIUR9j6wV/nQw5QeVOWzJmZY7vhv+YwCgYIKoZIzj0EAwIw
    HjEcMBoGA1UEAwwTU3ludGhldGljIGF1dGhvcml0eTAgFw0yNjExMjEwODEzMTla
    GA8yMTI2MTAyODA4MTMxOVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZI
    zj0CAQYIKoZIzj0DAQcDQgAEFLvc8Zh/XVY1NdQ8nbM3wYqtHeclfXaCCmi8bxdY
    s9/DbM2VEyz+ZzHv2j+GHq3J4H4Oa1Td+pDTbJvJhJ4bnKNYMFYwFAYDVR0RBA0w
    C4IJbG9jYWxob3N0MB0GA1UdDgQWBBQ6XvntwP+p9UbtzTevZDw+6uLOojAfBgNV
    HSMEGDAWgBTq4KCuRqzftLfXoLBMLoO3LPOdEjAKBggqhkjOPQQDAgNIADBFAiEA
    gYLoUCEZ56978wjwxuLMDwf1sQ8fDQDjwA2UxcGPa/ICIAmthdC7kOAnXJ/lKXgu
    fn1GpZQqajWNG6p3kvw3MQ8D
    -----END CERTIFICATE-----

    """

  private static let expired = """
    -----BEGIN CERTIFICATE-----
    MIIBijCCATGgAwIBAgITNyIGUjTAqETFUyComaAyRA6pgzAKBggqhkjOPQQDAjAe
    MRwwGgYDVQQDDBNTeW50aGV0aWMgYXV0aG9yaXR5MB4XDTI2MTEyMTA4MTMxOVoX
    DTI2MTEyMDA4MTMxOVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0C
    AQYIKoZIzj0DAQcDQgAEFLvc8Zh/XVY1NdQ8nbM3wYqtHeclfXaCCmi8bxdYs9/D
    bM2VEyz+ZzHv2j+GHq3J4H4Oa1Td+pDTbJvJhJ4bnKNYMFYwFAYDVR0RBA0wC4IJ
    bG9jYWxob3N0MB0GA1UdDgQWBBQ6XvntwP+p9UbtzTevZDw+6uLOojAfBgNVHSME
    GDAWgBTq4KCuRqzftLfXoLBMLoO3LPOdEjAKBggqhkjOPQQDAgNHADBEAiBrQ0a6
    RmkYkL+lNWw6kuYSCAWroiWT3S0pvy5HDD5TTgIgLvwSpCxvOXKj34ArzV0Tifpw
    hdoPP3thfiXaVjcrgfo=
    -----END CERTIFICATE-----

    """

  private static let selfSigned = """
    -----BEGIN CERTIFICATE-----
    MIIBlDCCATugAwIBAgIUFX9ts3+K380/EK4rFoEwuqDscVAwCgYIKoZIzj0EAwIw
    FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA4MTMxOVoYDzIxMjYxMDI4
    MDgxMzE5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
    PQMBBwNCAAQUu9zxmH9dVjU11DydszfBiq0d5yV9doIKaLxvF1iz38NszZUTLP5n
    Me/aP4Yercngfg5rVN36kNNsm8mEnhuco2kwZzAdBgNVHQ4EFgQUOl757cD/qfVG
    7c03r2Q8PurizqIwHwYDVR0jBBgwFoAUOl757cD/qfVG7c03r2Q8PurizqIwDwYD
    VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
    RwAwRAIgX16AKsVBbxA1d6IYJcQuWcTbP4HfIxE5ZGJrXM4kb6MCIB9Ewtnf7QI3
    hlRyZoaX7W9kahJO18uQikxRgS8kxXlB
    -----END CERTIFICATE-----

    """

  private static let otherName = """
    -----BEGIN CERTIFICATE-----
    MIIBjzCCATagAwIBAgIUAS2fcs7CE6OAiLNvJEiLILREx/8wCgYIKoZIzj0EAwIw
    HjEcMBoGA1UEAwwTU3ludGhldGljIGF1dGhvcml0eTAgFw0yNjExMjEwODEzMTla
    GA8yMTI2MTAyODA4MTMxOVowFDESMBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZI
    zj0CAQYIKoZIzj0DAQcDQgAEFLvc8Zh/XVY1NdQ8nbM3wYqtHeclfXaCCmi8bxdY
    s9/DbM2VEyz+ZzHv2j+GHq3J4H4Oa1Td+pDTbJvJhJ4bnKNaMFgwFgYDVR0RBA8w
    DYILZXhhbXBsZS5vcmcwHQYDVR0OBBYEFDpe+e3A/6n1Ru3NN69kPD7q4s6iMB8G
    A1UdIwQYMBaAFOrgoK5GrN+0t9egsEwug7cs850SMAoGCCqGSM49BAMCA0cAMEQC
    IBV6jy4dQI9/AspDITnEvZ2WgSKhzNp233GHrRXuFfE1AiAb4qWBy0RICGH5XkAE
    ddHmrwmID7OtbKdHMo09lsXm9A==
    -----END CERTIFICATE-----

    """
}
