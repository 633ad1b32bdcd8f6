/// How much work a search may do, so that no query stalls its host.
///
/// A unit is a document that is put into a set: about two nanoseconds.
public struct SearchBudget: Sendable {
  /// What it costs to compare two words.
  static let comparison = 16
  /// What it costs to count the slips between two words.
  static let distance = 64

  /// What is left of it.
  public private(set) var units: Int
  /// Whether something was left undone.
  public private(set) var isSpent = false

  /// A budget of units; the default is some 50 ms.
  public init(units: Int = 20_000_000) { self.units = units }

  /// Takes units off; false, and nothing more is done, where they are not there.
  mutating func spend(_ wanted: Int) -> Bool {
    if isSpent || wanted > units {
      isSpent = true
      return false
    }
    units -= wanted
    return true
  }
}
