import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many files and connections this process may have open, and has.
enum OpenFiles {
  /// More than this many are of no use to a server of one machine; macOS gives fewer.
  #if canImport(Darwin)
    private static let most: rlim_t = 10_240
  #else
    private static let most: rlim_t = 32_768
  #endif

  /// Raises the limit as far as the machine lets everybody, and gives it.
  static func raise() -> Int {
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0 else { return 256 }
    let wanted = min(limit.rlim_max, most)
    if limit.rlim_cur < wanted {
      var raised = limit
      raised.rlim_cur = wanted
      if setrlimit(kind, &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// How many connections a server may take, with enough left for the copies, the sources and the
  /// pictures.
  ///
  /// The system's own library ends a process that has no descriptor left, so some are never used.
  static func connections(of limit: Int, inUse: Int, datasets: Int) -> Int {
    let reserve = 64 + 12 * datasets
    return max(8, min(16_384, limit - inUse - reserve))
  }

  /// How many are open now.
  static var inUse: Int {
    do { return try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count } catch {
      return 64  // where the system does not say it
    }
  }

  #if canImport(Glibc)
    private static let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let kind = RLIMIT_NOFILE
  #endif
}
