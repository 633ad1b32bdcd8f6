import HTTPTypes
import Hummingbird
import Synchronization

/// Counts requests by route and status, and how long they took.
final class RequestMetrics: Sendable {
  /// The upper bounds of the duration buckets, in seconds.
  static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

  /// What is counted.
  struct Counts: Sendable {
    var requests: [Series: Int] = [:]
    var buckets = [Int](repeating: 0, count: RequestMetrics.bounds.count)
    var seconds = 0.0
    var total = 0
  }

  /// The labels of a count.
  struct Series: Sendable, Hashable, Comparable {
    let route: String
    let status: Int

    static func < (left: Series, right: Series) -> Bool {
      (left.route, left.status) < (right.route, right.status)
    }
  }

  private let counts = Mutex(Counts())

  /// Counts one request.
  func record(route: String, status: Int, duration: Duration) {
    let seconds = duration / .seconds(1)
    let bucket = Self.bounds.firstIndex { seconds <= $0 }
    counts.withLock {
      $0.requests[Series(route: route, status: status), default: 0] += 1
      if let bucket { $0.buckets[bucket] += 1 }
      $0.seconds += seconds
      $0.total += 1
    }
  }

  /// The counts so far.
  func snapshot() -> Counts { counts.withLock { $0 } }
}

/// Counts every request.
struct MetricsRule: RouterMiddleware {
  typealias Context = BasicRequestContext
  let metrics: RequestMetrics

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    let clock = ContinuousClock()
    let start = clock.now
    let response = try await next(request, context)
    metrics.record(
      route: context.endpointPath ?? "none", status: response.status.code,
      duration: clock.now - start)
    return response
  }
}
