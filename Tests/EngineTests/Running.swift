import Foundation

@testable import AlmanacEngine

/// Why a condition that must come true did not.
struct NeverCame: Error {}

/// Looks again until a condition holds, a few seconds at most.
func until(seconds: Int = 10, _ condition: () async throws -> Bool) async throws {
  for _ in 0..<seconds * 100 {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(10))
  }
  throw NeverCame()
}

/// Runs a library as a service while a body runs.
func running<Result: Sendable>(
  _ library: Library, _ body: () async throws -> Result
) async throws -> Result {
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { try await library.run() }
    defer { group.cancelAll() }
    return try await body()
  }
}
