import AlmanacDeclarations

/// Keys on their way into a table, sorted in runs.
///
/// Portals send them in an order of their own; a B-tree takes sorted runs twice as fast as keys at
/// random, since each page is visited once a run.
struct KeyRun {
  private static let length = 65_536
  private let binder: RowBinder
  private var numbers: [Int64] = []
  private var texts: [String] = []

  init(_ binder: RowBinder) {
    self.binder = binder
  }

  /// Takes a key, and writes the run when it is long enough.
  mutating func add(_ key: RecordID) throws {
    switch key {
    case .integer(let number): numbers.append(number)
    case .text(let text): texts.append(text)
    }
    if numbers.count + texts.count >= Self.length { try write() }
  }

  /// Writes what was taken since the last run.
  mutating func write() throws {
    numbers.sort()
    for number in numbers { try binder.run(.integer(number)) }
    texts.sort()
    for text in texts { try binder.run(.text(text)) }
    numbers.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
  }
}
