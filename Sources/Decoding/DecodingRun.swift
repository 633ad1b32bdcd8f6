public import AlmanacDeclarations

/// The keys that the answers of one run have brought so far.
///
/// Share one value among the pages of a run, so that a record that comes on two pages is noticed.
public struct DecodingRun: Sendable {
  private var integers = IntegerSet()
  private var texts: Set<RecordID> = []

  /// A run that has seen nothing.
  public init() {}

  /// How many different keys have been seen.
  public var count: Int { integers.count + texts.count }

  /// Whether a key has been seen.
  public func contains(_ id: RecordID) -> Bool {
    switch id {
    case .integer(let number): integers.contains(number)
    case .text: texts.contains(id)
    }
  }

  /// Notes a key, and says whether it is new.
  @inline(__always)
  mutating func insert(_ id: RecordID) -> Bool {
    switch id {
    case .integer(let number): integers.insert(number)
    case .text: texts.insert(id).inserted
    }
  }
}
