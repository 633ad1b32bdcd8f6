import Hummingbird

extension Sandbox {
  /// Serves until the process is asked to end (SIGTERM, SIGINT).
  ///
  /// Throws when the address is taken.
  public func run() async throws {
    try await application().runService()
  }
}
