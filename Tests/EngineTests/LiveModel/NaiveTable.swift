import AlmanacCore
import AlmanacDeclarations

@testable import AlmanacEngine

/// What a live table is to show: a dictionary that is filtered and sorted anew for every question.
struct NaiveTable: Sendable {
  let dataset: Dataset
  /// The position of the field that grows with each version of a record.
  let revision: Int?
  private(set) var records: [Int64: Record] = [:]

  init(_ dataset: Dataset) {
    self.dataset = dataset
    revision = RowLayout(dataset)?.revision?.field
  }

  /// What became of a record that came.
  enum Outcome {
    case inserted, changed, same, older
  }

  mutating func apply(_ packet: [Record]) { for record in packet { _ = take(record) } }

  mutating func take(_ record: Record) -> Outcome {
    guard case .integer(let key) = record.id else { return .same }
    var record = record
    for (index, value) in record.values.enumerated() {
      if case .number(let number) = value, number.isNaN { record.values[index] = .absent }
    }
    guard let held = records[key] else {
      records[key] = record
      return .inserted
    }
    if isOlder(record, than: held) { return .older }
    records[key] = record
    return Self.areSame(record, held) ? .same : .changed
  }

  mutating func remove(_ keys: [Int64]) { for key in keys { records[key] = nil } }

  private func isOlder(_ record: Record, than held: Record) -> Bool {
    guard let revision, let theirs = Self.scale(held.values[revision]) else { return false }
    guard let mine = Self.scale(record.values[revision]) else { return true }
    return mine < theirs
  }

  /// Whether two records are alike to the bit.
  private static func areSame(_ left: Record, _ right: Record) -> Bool {
    zip(left.values, right.values).allSatisfy { left, right in
      switch (left, right) {
      case (.number(let a), .number(let b)): a.bitPattern == b.bitPattern
      case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
      default: left == right
      }
    }
  }

  /// The records that an order shows, in order.
  func rows(_ spec: LiveOrder.Spec) -> [Record] {
    let question = spec.search.map(SearchQuery.init)
    var places: [Place] = []
    for record in records.values where meets(record, spec.filters, question) {
      places.append(place(record, spec.term))
    }
    places.sort { Self.precedes($0, $1, spec.term) }
    return places.compactMap { records[$0.key] }
  }

  // MARK: Order

  /// Where a record stands: its value, as what compares, and its key.
  struct Place {
    let key: Int64
    fileprivate let whole: Int64?
    fileprivate let number: Double?
    fileprivate let text: [UInt8]?
  }

  func place(_ record: Record, _ term: SortTerm) -> Place {
    guard case .integer(let key) = record.id else { preconditionFailure("A stream's key.") }
    var (whole, number, text): (Int64?, Double?, [UInt8]?)
    switch dataset.index(of: term.field).map({ record.values[$0] }) {
    case .integer(let value)?: whole = value
    case .number(let value)?: number = value
    case .text(let value)?: text = Collation.root.sortKey(Array(value.utf8))
    case .none: whole = key
    default: break
    }
    return Place(key: key, whole: whole, number: number, text: text)
  }

  /// Whether one place is before another: absent values last both ways, ties by ascending key.
  static func precedes(_ left: Place, _ right: Place, _ term: SortTerm) -> Bool {
    let isTurned = term.descending
    if let a = left.whole, let b = right.whole, a != b { return isTurned ? b < a : a < b }
    if let a = left.number, let b = right.number, a != b { return isTurned ? b < a : a < b }
    if let a = left.text, let b = right.text, a != b {
      return isTurned ? b.lexicographicallyPrecedes(a) : a.lexicographicallyPrecedes(b)
    }
    if left.isAbsent != right.isAbsent { return right.isAbsent }
    return left.key < right.key
  }

  // MARK: Filters

  private func meets(_ record: Record, _ filters: [Filter], _ question: SearchQuery?) -> Bool {
    guard filters.allSatisfy({ meets(record, $0) }) else { return false }
    guard let question else { return true }
    let texts = dataset.search.compactMap { name -> SearchText? in
      guard let index = dataset.index(of: name), case .text(let text) = record.values[index]
      else { return nil }
      return SearchText(text)
    }
    return question.tier(of: texts, atMost: .inside) != nil
  }

  private func meets(_ record: Record, _ filter: Filter) -> Bool {
    var value = dataset.index(of: filter.field).map { record.values[$0] } ?? .absent
    if filter.field == "id", case .integer(let key) = record.id { value = .integer(key) }
    switch filter.test {
    case .known(let isKnown): return value.isAbsent != isKnown
    case .equals(let wanted): return value == wanted
    case .atLeast(let least): return Self.scale(value, least) { $0 >= $1 } ?? false
    case .atMost(let most): return Self.scale(value, most) { $0 <= $1 } ?? false
    }
  }

  private static func scale(
    _ left: Value, _ right: Value, _ compare: (Double, Double) -> Bool
  ) -> Bool? {
    guard let left = scale(left), let right = scale(right) else { return nil }
    return compare(left, right)
  }

  /// A value on a scale; the tests' whole numbers are small enough to be exact.
  private static func scale(_ value: Value) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}

extension NaiveTable.Place {
  fileprivate var isAbsent: Bool { whole == nil && number == nil && text == nil }
}
