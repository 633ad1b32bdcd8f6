import AlmanacCore
import Synchronization

/// The parts of copies that were given last, packed, so that the next device costs no work.
final class KeptParts: Sendable {
  private let parts: Mutex<ByteBoundedCache<String, [UInt8]>>

  /// - Parameter most: The most bytes that are held, tags included.
  init(most: Int) { parts = Mutex(ByteBoundedCache(most: most)) }

  /// A part by its tag; nothing when it is not held.
  subscript(tag: String) -> [UInt8]? { parts.withLock { $0.value(for: tag) } }

  /// Holds a part, and lets go of those that were asked for longest ago where there are too many.
  func hold(_ bytes: [UInt8], _ tag: String) {
    parts.withLock { $0.keep(bytes, for: tag, bytes: bytes.count + tag.utf8.count) }
  }

  /// The bytes that are held.
  var size: Int { parts.withLock(\.bytes) }
}
