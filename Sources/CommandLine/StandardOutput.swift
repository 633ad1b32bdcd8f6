import AlmanacDeclarations
import AlmanacEngine
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The standard output for what may be long: its reader may stop reading at any time.
enum StandardOutput {
  /// Writes an export; ends quietly when the reader has seen enough, as `head` does.
  static func write(_ export: TableExport) async throws {
    signal(SIGPIPE, SIG_IGN)
    do { try await export.send { try write($0) } } catch is ReaderLeft {}
  }

  /// Whoever read the output does so no more.
  struct ReaderLeft: Error {}

  /// Writes all of it now.
  ///
  /// - Throws: `ReaderLeft` where `SIGPIPE` is ignored, `Failure` for any other trouble.
  static func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { writeSome($0) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        throw ReaderLeft()
      } else if errno == EAGAIN {
        var ready = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)  // whoever gave us the output made it so that it does not wait
      } else if errno != EINTR {
        throw Failure("The standard output cannot be written: \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Whether nobody can read any more what is written.
  static var isAbandoned: Bool {
    var pipe = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&pipe, 1, 0) > 0 && pipe.revents & Int16(POLLERR | POLLHUP) != 0
  }

  /// The system's `write`, which a method's name would hide.
  private static func writeSome(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
    #endif
  }
}
