import AlmanacCore

extension KeptTable {
  /// The rows in an order of fields: absent values last in both directions, ties by the public key.
  ///
  /// What follows the key decides nothing. Cost: O(n log n) for each term, and once for each field of
  /// texts O(text × log n).
  mutating func order(_ terms: [KeptTerm], _ collation: Collation) -> [Int32] {
    let key = terms.first { $0.field == nil }
    var order = key?.isDescending == true ? keys.order.reversed() : keys.order
    for term in terms.prefix(while: { $0.field != nil }).reversed() {
      guard let field = term.field else { continue }
      order = Self.sorted(order, by: orderKeys(field, collation, term.isDescending))
    }
    return order
  }

  /// Rows by their keys; those of the same key stay as they are.
  private static func sorted(_ rows: [Int32], by keys: [UInt64]) -> [Int32] {
    var entries: [RankedEntry] = []
    entries.reserveCapacity(rows.count)
    for place in rows.indices {
      entries.append(RankedEntry(key: keys[Int(rows[place])], row: Int64(place)))
    }
    entries.sort()
    return entries.map { rows[Int($0.row)] }
  }

  /// The keys of all rows by a field.
  private mutating func orderKeys(
    _ field: Int, _ collation: Collation, _ isDescending: Bool
  ) -> [UInt64] {
    let column = columns[field]
    switch column.kind {
    case .text, .list, .date:
      return textRanks(field, collation).map {
        OrderKey.of($0 < 0 ? nil : Int64($0), descending: isDescending)
      }
    case .whole, .time:
      return rows.map {
        OrderKey.of(column.isKnown[$0] ? column.wholes[$0] : nil, descending: isDescending)
      }
    case .number:
      return rows.map {
        OrderKey.of(column.isKnown[$0] ? column.numbers[$0] : nil, descending: isDescending)
      }
    case .place:
      return rows.map {
        OrderKey.of(column.isKnown[$0] ? column.numbers[2 * $0] : nil, descending: isDescending)
      }
    case .other: return rows.map { _ in OrderKey.absent }
    }
  }

  private var rows: Range<Int> { 0..<count }

  /// The ranks of a field's texts, which are found once.
  private mutating func textRanks(_ field: Int, _ collation: Collation) -> [Int32] {
    let known = ranks.first { $0.field == field && $0.collation == collation }
    if let known { return known.ranks }
    let texts = columns[field].texts
    let found: [Int32]
    if columns[field].kind == .date {
      found = texts.ranksBytewise()
    } else if field == schema.sections {
      // Sections whose names tie stay apart.
      found = texts.ranks { collation.sortKey($0) + [0] + $0 }
    } else {
      found = texts.ranks { collation.sortKey($0) }
    }
    ranks.append(TextRanks(field: field, collation: collation, ranks: found))
    return found
  }
}
