import Synchronization

/// Lets so many exports be made at the same time, and no more.
final class ExportGate: Sendable {
  private let open: Mutex<Int>

  init(limit: Int) { open = Mutex(limit) }

  /// The right to make one export; nothing while too many are being made.
  func permit() -> Permit? {
    let isFree = open.withLock { open in
      guard open > 0 else { return false }
      open -= 1
      return true
    }
    return isFree ? Permit(gate: self) : nil
  }

  private func leave() { open.withLock { $0 += 1 } }

  /// The right to make one export, given back when it ends or is let go of.
  final class Permit: Sendable {
    private let gate: Mutex<ExportGate?>

    fileprivate init(gate: ExportGate) { self.gate = Mutex(gate) }

    deinit { end() }

    /// Gives the right back.
    func end() {
      let gate = gate.withLock { gate in
        defer { gate = nil }
        return gate
      }
      gate?.leave()
    }
  }
}
