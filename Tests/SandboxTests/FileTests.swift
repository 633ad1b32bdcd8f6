import AlmanacSandbox
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

@Suite struct `Files from a folder` {
  /// A folder with one table, kept while `body` runs.
  private static func withFolder(_ body: (Sandbox) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sandbox-\(UUID().uuidString)")
    let inside = folder.appendingPathComponent("files")
    try FileManager.default.createDirectory(at: inside, withIntermediateDirectories: true)
    try Data("id,name\n1,Aachen\n".utf8).write(to: inside.appendingPathComponent("list.csv"))
    try Data("secret".utf8).write(to: folder.appendingPathComponent("secret.txt"))
    let sandbox = try Sandbox.standing { $0.files = inside }
    do {
      try await body(sandbox)
    } catch {
      try FileManager.default.removeItem(at: folder)
      throw error
    }
    try FileManager.default.removeItem(at: folder)
  }

  @Test func `are served with validators and are not called synthetic`() async throws {
    try await Self.withFolder { sandbox in
      let first = try await sandbox.get("/files/list.csv")
      let tag = try #require(first["ETag"])
      let second = try await sandbox.get("/files/list.csv", headers: ["If-None-Match": tag])
      #expect(first.text == "id,name\n1,Aachen\n")
      #expect(first["Content-Type"] == "text/csv; charset=utf-8")
      #expect(first["Cache-Control"] == "max-age=60" && first["Last-Modified"] != nil)
      #expect(first["X-Synthetic"] == nil)
      #expect(second.status == 304)
    }
  }

  @Test(arguments: ["/files/none.csv", "/files/..%2Fsecret.txt", "/files/..", "/files/%2E%2E"])
  func `outside of it are not`(path: String) async throws {
    try await Self.withFolder { sandbox in
      let reply = try await sandbox.application().test(.router) { client in
        try await client.execute(uri: path, method: .get) { Reply($0) }
      }
      #expect(reply.status == 404)
    }
  }
}
