import AlmanacCore
import AlmanacDeclarations

/// What decides where a row stands in an order, and whether it has a part in it.
struct RowRanking: Sendable {
  /// The cell that decides; the key itself where there is none.
  private let cell: RowLayout.Cell?
  private let isDescending: Bool
  private let filter: RowFilter

  /// The ranking of an order; nothing where it asks for what is not in memory.
  init?(_ spec: LiveOrder.Spec, _ dataset: Dataset, _ layout: RowLayout) {
    guard let filter = RowFilter(spec.filters, search: spec.search, dataset, layout) else {
      return nil
    }
    if spec.term.field == "id" {
      cell = nil
    } else {
      guard let field = dataset.index(of: spec.term.field), let cell = layout.cellOfField[field]
      else { return nil }
      self.cell = cell
    }
    self.filter = filter
    isDescending = spec.term.descending
  }

  /// The text table whose labels rank the rows; nothing where none does.
  var table: Int? {
    guard case .text(let table)? = cell?.kind else { return nil }
    return table
  }

  /// The place of a row; nothing where it is left out, or where no record is in it.
  ///
  /// The row is read where it lies, without a copy of its words for each list; `RowPages.withRow` lends the
  /// pointer, which is not kept.
  @inline(__always)
  func entry(_ row: UnsafePointer<UInt64>, _ pages: RowPages) -> RankedEntry? {
    guard row[RowLayout.presence] & RowLayout.taken != 0, filter.matches(row, pages.texts) else {
      return nil
    }
    return RankedEntry(key: key(row, pages), row: Int64(bitPattern: row[RowLayout.key]))
  }

  @inline(__always)
  private func key(_ row: UnsafePointer<UInt64>, _ pages: RowPages) -> UInt64 {
    guard let cell else {
      return OrderKey.of(Int64(bitPattern: row[RowLayout.key]), descending: isDescending)
    }
    guard row[RowLayout.presence] & cell.bit != 0 else { return OrderKey.absent }
    let word = row[cell.word]
    return switch cell.kind {
    case .whole: OrderKey.of(Int64(bitPattern: word), descending: isDescending)
    case .number: OrderKey.of(Double(bitPattern: word), descending: isDescending)
    case .text(let table):
      OrderKey.of(pages.texts[table].labels[Int(word)], descending: isDescending)
    }
  }
}
