import Synchronization

/// The parts of copies that were given last, packed, so that the next device costs no work.
final class KeptParts: Sendable {
  /// The most bytes that are held.
  private let most: Int
  private let state = Mutex(State())

  init(most: Int) { self.most = most }

  private struct State {
    var parts: [String: Part] = [:]
    var size = 0
    /// Counts what is asked, so that it is known what was asked last.
    var asked = 0
  }

  private struct Part {
    let bytes: [UInt8]
    var asked: Int
  }

  /// A part by its tag; nothing when it is not held.
  subscript(tag: String) -> [UInt8]? {
    state.withLock { state in
      guard state.parts[tag] != nil else { return nil }
      state.asked += 1
      state.parts[tag]?.asked = state.asked
      return state.parts[tag]?.bytes
    }
  }

  /// Holds a part, and lets go of those that were asked for longest ago where there are too many.
  ///
  /// Cost: O(parts held) for each that is let go.
  func hold(_ bytes: [UInt8], _ tag: String) {
    guard bytes.count <= most else { return }
    state.withLock { state in
      state.size += bytes.count - (state.parts[tag]?.bytes.count ?? 0)
      state.asked += 1
      state.parts[tag] = Part(bytes: bytes, asked: state.asked)
      while state.size > most, let last = state.parts.min(by: { $0.value.asked < $1.value.asked }) {
        state.size -= last.value.bytes.count
        state.parts[last.key] = nil
      }
    }
  }

  /// The bytes that are held.
  var size: Int { state.withLock { $0.size } }
}
