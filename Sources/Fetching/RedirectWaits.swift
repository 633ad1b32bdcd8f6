import Foundation
import Synchronization

/// Remembers which redirects asked for a wait before they are followed (RFC 9110 §10.2.3), so that
/// each is waited for once.
final class RedirectWaits: Sendable {
  private let dates = Mutex<[URL: Date]>([:])
  private static let most = 100

  /// Whether the redirect at a URL must not be followed yet; once its time is over, it may be.
  func mustWait(at url: URL, until date: Date, now: Date) -> Bool {
    dates.withLock { dates in
      if let told = dates.removeValue(forKey: url), told <= now { return false }
      if dates.count >= Self.most { dates.removeAll() }
      dates[url] = date
      return true
    }
  }
}
