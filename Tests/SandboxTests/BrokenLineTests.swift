import AlmanacSandbox
import Foundation
import Hummingbird
import HummingbirdTesting
import Testing

/// These need a socket, because what breaks is the connection.
@Suite(.timeLimit(.minutes(5))) struct `A broken line` {
  @Test(arguments: [Sandbox.Fault.closed, .truncated(percent: 50)])
  func `ends the connection before the answer is whole`(fault: Sandbox.Fault) async throws {
    let sandbox = try Sandbox.standing { $0.meteorites = 5000 }
    await sandbox.state.inject(fault, at: "/resource")
    await #expect(throws: (any Error).self) {
      try await sandbox.application().test(.live) { client in
        _ = try await client.execute(uri: Sandbox.portal, method: .get) { Reply($0) }
      }
    }
    let requests = await sandbox.state.requests()
    #expect(requests.count == 1)
  }

  @Test func `is whole again afterwards`() async throws {
    let sandbox = try Sandbox.standing()
    let reply = try await sandbox.application().test(.live) { client in
      try await client.execute(uri: Sandbox.portal, method: .get) { Reply($0) }
    }
    let rows = try reply.rows()
    #expect(rows.count == 120)
  }
}
