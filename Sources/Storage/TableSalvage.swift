import GRDB

/// Copies the rows of one table that can still be read.
///
/// A stretch of rows is read from both its ends inwards, up to the first broken page from either
/// side; within what is left, readable rows are looked for and read outwards from there.
struct TableSalvage {
  private let forwards: Statement
  private let backwards: Statement
  private let probe: Statement
  private let insert: Statement
  /// How many more places may be looked at: rows far apart cannot be sought for ever.
  private var probes = 50_000

  /// The widest gap that is looked through place by place.
  private static let narrow: Int64 = 65_536

  init(_ name: String, _ columns: [String], from: Database, to: Database) throws {
    let list = columns.map { "\"\($0)\"" }.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let rows = "FROM \"\(name)\" WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
    forwards = try from.makeStatement(sql: "SELECT rowid, \(list) \(rows)")
    backwards = try from.makeStatement(sql: "SELECT rowid, \(list) \(rows) DESC")
    probe = try from.makeStatement(sql: "SELECT rowid \(rows) DESC LIMIT 1")
    insert = try to.makeStatement(
      sql: "INSERT OR IGNORE INTO \"\(name)\" (\(list)) VALUES (\(marks))")
  }

  /// Copies what can be read.
  ///
  /// Cost: O(n) of a sound table; about 20 µs more for each place that is looked at in vain.
  mutating func run() throws {
    var gaps = [Int64.min...Int64.max]
    while let gap = gaps.popLast() {
      guard let rest = try copyInwards(gap), let place = try readablePlace(in: rest) else {
        continue
      }
      gaps.append(rest.lowerBound...place)
      gaps.append(place + 1...rest.upperBound)
    }
  }

  /// Copies rows from both ends of a gap; returns what lies between the first that cannot be read
  /// from either side.
  private func copyInwards(_ gap: ClosedRange<Int64>) throws -> ClosedRange<Int64>? {
    guard let low = try copy(gap, forwards, { $0 < $1 }),
      let high = try copy(low...gap.upperBound, backwards, { $0 > $1 })
    else { return nil }
    return low <= high ? low...high : nil
  }

  /// Copies rows in an order; returns the row number at which it broke off, or nothing at the end.
  private func copy(
    _ gap: ClosedRange<Int64>, _ statement: Statement, _ isBefore: (Int64, Int64) -> Bool
  ) throws -> Int64? {
    let isForward = isBefore(0, 1)
    var next = isForward ? gap.lowerBound : gap.upperBound
    do {
      let rows = try Row.fetchCursor(statement, arguments: [gap.lowerBound, gap.upperBound])
      while let row = try rows.next() {
        // A page of another place, or of zeros, reads as rows that lie elsewhere.
        let number = row.integer(0)
        guard gap.contains(number), !isBefore(number, next) else { return next }
        try keep(row)
        let end = isForward ? gap.upperBound : gap.lowerBound
        if number == end { return nil }
        next = isForward ? number + 1 : number - 1
      }
      return nil
    } catch let error as DatabaseError where error.isDamage { return next }
  }

  private func keep(_ row: Row) throws {
    do {
      try insert.execute(arguments: StatementArguments(row.databaseValues.dropFirst()))
    } catch let error as DatabaseError where error.isUnsound {}  // the tables' checks refuse it
  }

  /// A place in a gap from which rows can be read, other than its end; nothing where none is found.
  private mutating func readablePlace(in gap: ClosedRange<Int64>) throws -> Int64? {
    for place in Self.places(in: gap) where place < gap.upperBound {
      guard probes > 0 else { return nil }
      probes -= 1
      if try isReadable(gap.lowerBound...place) { return place }
    }
    return nil
  }

  /// Where to look: a narrow gap everywhere, beginning in its middle; a wide one ever further from
  /// both ends, since the rows of broken pages lie side by side.
  private static func places(in gap: ClosedRange<Int64>) -> [Int64] {
    let (width, isEndless) = gap.upperBound.subtractingReportingOverflow(gap.lowerBound)
    guard isEndless || width > narrow else {
      var places: [Int64] = []
      var step = width / 2 + 1
      while step > 0 {
        places += stride(from: gap.lowerBound + step, to: gap.upperBound, by: Int(step * 2))
        step /= 2
      }
      return [gap.lowerBound] + places
    }
    return (0..<63).flatMap { power in
      let (above, isAbove) = gap.lowerBound.addingReportingOverflow(1 << power)
      let (below, isBelow) = gap.upperBound.subtractingReportingOverflow(1 << power)
      return [(above, isAbove), (below, isBelow)].compactMap { place, isBeyond in
        !isBeyond && gap.contains(place) ? place : nil
      }
    }
  }

  private func isReadable(_ gap: ClosedRange<Int64>) throws -> Bool {
    do {
      let row = try Row.fetchOne(probe, arguments: [gap.lowerBound, gap.upperBound])
      return row.map { gap.contains($0.integer(0)) } ?? false
    } catch let error as DatabaseError where error.isDamage { return false }
  }
}
