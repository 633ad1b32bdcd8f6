import AlmanacFetching
public import Foundation

/// Measures how long a hit of the HTTP cache takes: from the request to the first and last byte of
/// the stored answer, with nobody asked.
public struct CacheMeter: Sendable {
  private let pattern: String
  private let entries: Int
  private static let rounds = 10

  /// The answers to `pattern`, whose `{n}` stands for 0, 1, 2 and so on, must be fresh for a while.
  public init(pattern: String, entries: Int) {
    self.pattern = pattern
    self.entries = entries
  }

  /// Milliseconds a hit takes.
  public struct Hits: Sendable {
    /// The median.
    public let median: Double
    /// What 99 of 100 stay under.
    public let percentile99: Double
    /// The median of the first hit of an entry after a start, which proves all its bytes.
    public let firstUse: Double
  }

  /// Fills a cache in a folder, and asks for everything again after a new start.
  public func run(in folder: URL) async throws -> Hits {
    _ = try await ask(folder, rounds: 1, isStored: false)
    let times = try await ask(folder, rounds: Self.rounds + 1, isStored: true)
    let later = times.dropFirst(entries).sorted()
    return Hits(
      median: later[later.count / 2], percentile99: later[later.count * 99 / 100],
      firstUse: times.prefix(entries).sorted()[entries / 2])
  }

  private func ask(_ folder: URL, rounds: Int, isStored: Bool) async throws -> [Double] {
    let fetcher = Fetcher(Fetcher.Configuration(cacheDirectory: folder, contact: ""))
    var times: [Double] = []
    for _ in 0..<rounds {
      for number in 0..<entries {
        times.append(try await time(number, fetcher, isStored: isStored))
      }
    }
    try await fetcher.shutdown()
    return times
  }

  private func time(_ number: Int, _ fetcher: Fetcher, isStored: Bool) async throws -> Double {
    guard let url = URL(string: pattern.replacing("{n}", with: "\(number)")) else {
      throw URLError(.badURL)
    }
    let request = FetchRequest(url, freshness: .cachedIfFresh, mayBePrivate: true)
    let start = ContinuousClock.now
    let outcome = try await fetcher.fetch(request)
    let sum = outcome.payload?.body.withUnsafeBytes { $0.reduce(into: 0) { $0 &+= Int($1) } }
    let milliseconds = start.duration(to: .now) / .milliseconds(1)
    guard case .notModified(_, .stillFresh) = outcome, sum != nil else {
      if isStored { throw CacheMiss(url: url) }
      return milliseconds
    }
    return milliseconds
  }
}

/// An answer that should have been stored was not, so there is nothing to measure.
struct CacheMiss: Error, CustomStringConvertible {
  let url: URL
  var description: String { "\(url) was not served from the cache" }
}
