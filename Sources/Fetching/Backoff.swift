/// How long to wait before asking a faltering server again.
///
/// The wait doubles with each try up to ``longest``, and a random half of it is taken off so that
/// clients that failed together do not come back together.
public struct Backoff: Sendable, Hashable {
  /// The wait after the first failure, before the random part is taken off.
  public var first: Duration = .seconds(2)
  /// The longest wait; a server that asks for more than this is not waited for but postponed.
  public var longest: Duration = .seconds(30)

  /// Two seconds at first, thirty at most.
  public init() {}

  /// The wait after the given failed try (counted from 1); `random` lies in 0..<1.
  func pause(after tries: Int, random: Double) -> Duration {
    let doubled = first * (1 << min(max(tries, 1) - 1, 16))
    return min(doubled, longest) * (1 - random / 2)
  }
}
