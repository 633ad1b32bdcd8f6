import Foundation

extension Sandbox {
  /// What the sandbox remembers between requests: the tables, the faults to come, the requests made.
  public actor State {
    var tables: [String: Table]
    var orders: [FaultOrder] = []
    var schedule: [ScheduledEdit] = []
    var seen: [RecordedRequest] = []
    private let now: @Sendable () -> Date
    private let seed: UInt64
    private var shuffles: UInt64 = 0
    private var paidRequests = 0
    /// How often the flags were drawn anew.
    private(set) var flagEdition = 0

    init(_ tables: [String: Table], seed: UInt64, now: @escaping @Sendable () -> Date) {
      self.tables = tables
      self.seed = seed
      self.now = now
    }

    /// A table by name: a portal dataset's 4x4 id, `stations`, `station_keywords` or `countries`.
    public func table(_ name: String) -> Table? { tables[name] }

    /// Publishes new rows.
    public func insert(_ rows: [Table.Values], into name: String) throws(ControlError) {
      try edit(name) { table, date in table.insert(rows, at: date) }
    }

    /// Merges values into the row with the key, null taking a field away; bumps `:updated_at`.
    public func change(
      _ id: String, in name: String, to values: Table.Values
    ) throws(ControlError) {
      let found = try edit(name) { table, date in table.change(id, to: values, at: date) }
      guard found else { throw ControlError.noSuchRow(id) }
    }

    /// Takes rows away without a trace; ids that are not there are ignored.
    ///
    /// - Returns: how many rows there were.
    @discardableResult
    public func delete(_ ids: Set<String>, from name: String) throws(ControlError) -> Int {
      try edit(name) { table, date in table.delete(ids, at: date) }
    }

    /// Publishes a whole table anew, which bumps every `:updated_at`.
    public func replace(_ name: String, with rows: [Table.Values]) throws(ControlError) {
      try edit(name) { table, date in table.replace(with: rows, at: date) }
    }

    private func edit<Found>(
      _ name: String, _ body: (inout Table, Date) -> Found
    ) throws(ControlError) -> Found {
      guard var table = tables[name] else { throw .noSuchTable(name) }
      let found = body(&table, now())
      tables[name] = table
      return found
    }

    /// Counts a request against a plan's allowance; says how many there were.
    func countPaidRequest() -> Int {
      paidRequests += 1
      return paidRequests
    }

    /// A new month begins for every plan's allowance.
    public func renewAllowance() {
      paidRequests = 0
    }

    /// Draws every flag anew, in other colours.
    public func redrawFlags() {
      flagEdition += 1
    }

    /// A new seed at each call, the same ones in the same order at each start.
    func nextShuffle() -> UInt64 {
      shuffles += 1
      return seed &+ shuffles &* 0x9E37_79B9_7F4A_7C15
    }
  }

  /// Why the sandbox could not be changed as asked.
  public enum ControlError: Error, Hashable {
    /// There is no table of this name.
    case noSuchTable(String)
    /// There is no row with this key.
    case noSuchRow(String)
    /// The body of a control request is not what was expected.
    case unreadable(String)
  }
}
