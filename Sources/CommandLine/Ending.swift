import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a process that serves ends: in good order at the first signal, at once at the second, and
/// in any case within its patience.
///
/// The system itself ends it then, so that nothing that is stuck can keep it. The copies are safe
/// from that: a process may be killed at any moment.
struct Ending {
  let signals: [UnixSignal]
  let logger: Logger
  /// After how long whatever is still going on is cancelled.
  static let patience = Duration.seconds(8)
  /// After how many seconds the system ends the process.
  static let last: UInt32 = 10

  /// Runs services until one of the signals, or until they end.
  func run(_ services: [ServiceGroupConfiguration.ServiceConfiguration]) async throws {
    let group = ServiceGroup(
      configuration: .init(services: services, gracefulShutdownSignals: [], logger: logger))
    try await withThrowingTaskGroup(of: Bool.self) { tasks in
      tasks.addTask {
        try await group.run()
        return true
      }
      tasks.addTask {
        for await _ in await UnixSignalsSequence(trapping: signals) {
          arm()
          await group.triggerGracefulShutdown()
          // The time that all have to end in good order; the group's own end cancels it.
          try await Task.sleep(for: Self.patience)
          return false
        }
        return false
      }
      // The group's end ends the wait for signals, and the end of the patience cancels the group.
      while let hasEnded = try await tasks.next(), !hasEnded { tasks.cancelAll() }
      tasks.cancelAll()
    }
  }

  /// Gives the next signal to the system, and sets its clock.
  private func arm() {
    for signal in signals { _ = Self.system(signal.number, SIG_DFL) }
    _ = Self.system(SIGALRM, SIG_DFL)
    alarm(Self.last)
  }

  private static func system(_ number: Int32, _ handler: sighandler_t?) -> sighandler_t? {
    signal(number, handler)
  }
}

extension UnixSignal {
  /// The system's number.
  fileprivate var number: Int32 {
    switch self {
    case .sigint: SIGINT
    case .sighup: SIGHUP
    case .sigquit: SIGQUIT
    default: SIGTERM
    }
  }
}
