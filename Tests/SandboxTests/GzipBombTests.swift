import AlmanacSandbox
import Foundation
import Testing

@Suite struct `A gzip bomb` {
  @Test func `is far smaller than what it unpacks to`() async throws {
    let sandbox = try Sandbox.standing()
    await sandbox.state.inject(.gzipBomb(bytes: 10_000_000), at: "/resource")
    let reply = try await sandbox.get(Sandbox.portal)
    #expect(reply["Content-Encoding"] == "gzip")
    #expect(reply.body.count < 70_000)
    #expect(reply.body.prefix(3) == [0x1F, 0x8B, 8])
    let length = reply.body.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(length == 10_000_000)
  }

  /// These were unpacked by zlib, which found lengths, zeros and checksums right.
  @Test(arguments: [
    (1, "H4sIAAAAAAAA/2MAAI3vAtIBAAAA"), (259, "H4sIAAAAAAAA/2MYBQBo/HbCAwEAAA=="),
    (520, "H4sIAAAAAAAA/2MYBaOAgYEBADzDR3YIAgAA"),
  ])
  func `is valid gzip`(count: Int, base64: String) async throws {
    let sandbox = try Sandbox.standing()
    await sandbox.state.inject(.gzipBomb(bytes: count), at: "/resource")
    let reply = try await sandbox.get(Sandbox.portal)
    #expect(Data(reply.body).base64EncodedString() == base64)
  }
}
