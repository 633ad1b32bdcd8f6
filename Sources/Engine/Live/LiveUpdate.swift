public import AlmanacCore
public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
import Synchronization

/// What a live reader is told.
public enum LiveUpdate: Sendable {
  /// The whole window as it is now: at first, and to who did not take the last change in time.
  case window(LiveStep)
  /// What changed in the window since the version that the reader has.
  case change(LiveStep)
  /// How the dataset is doing, where that changed.
  indirect case status(DatasetStatus)
}

/// One step of a live window, shared by all who read the same window.
public final class LiveStep: Sendable {
  /// The whole window after the step.
  public let window: Window
  /// The version that `change` is to be applied to; nothing where the window is the first.
  public let since: String?
  /// How many records arrived above the window with this step.
  public let above: Int
  /// How many records arrived below the window with this step.
  public let below: Int
  /// The window's rows that are new or changed with this step; others only slid into it.
  public let touched: Set<RecordID>
  private let encodings = Mutex<[String: [UInt8]]>([:])
  private let difference: Mutex<Difference>

  /// What a step changes; found out when somebody asks.
  private enum Difference {
    case from([Record], kept: [Int?]?)
    case known(WindowChange<RecordID, Record>)
  }

  init(first look: LiveLook) {
    window = look.window
    since = nil
    difference = Mutex(.known(WindowChange(removals: [], insertions: [])))
    (above, below) = (0, 0)
    touched = []
  }

  init(to look: LiveLook, from earlier: Window, told since: String) {
    window = look.window
    self.since = since
    difference = Mutex(.from(earlier.rows, kept: look.kept))
    (above, below) = look.arrived
    touched = look.touched
  }

  /// What to drop and what to put, to make this window of the one before.
  ///
  /// Cost: O(n) over the rows of both windows once, O(n log n) where the rows came from the store.
  public var change: WindowChange<RecordID, Record> {
    difference.withLock { difference in
      switch difference {
      case .known(let change): return change
      case .from(let rows, let kept):
        let change =
          if let kept {
            WindowChange(from: rows, to: window.rows, keeping: kept) { $0.id }
          } else {
            WindowChange(from: rows, to: window.rows) { $0.id }
          }
        difference = .known(change)
        return change
      }
    }
  }

  /// The step in some spelling, which is made once however many readers ask for it.
  public func encoded(as spelling: String, make: () -> [UInt8]) -> [UInt8] {
    encodings.withLock { encodings in
      if let known = encodings[spelling] { return known }
      let made = make()
      encodings[spelling] = made
      return made
    }
  }
}
