public import AlmanacDeclarations

/// How a row is written into an export.
public enum RowShape: Sendable, Hashable {
  /// A line of comma-separated values (RFC 4180), ended by CRLF.
  case csv
  /// A JSON object on a line of its own.
  case line
  /// A JSON object of a list, each on a line of its own, with commas between.
  case element
  /// A GeoJSON feature (RFC 7946) of a list; the field at this position is its geometry.
  case feature(Int)
}

/// Which rows an export holds, and in which order.
public struct RowSelection: Sendable {
  /// The order; that of the keys when empty.
  public var sort: [SortTerm]
  /// How texts compare.
  public var texts: TextOrder
  /// What every row must meet.
  public var filters: [Filter]
  /// The search that must find every row.
  public var search: RowSearch?

  /// Makes a selection; all rows in the order of their keys by default.
  public init(
    sort: [SortTerm] = [], by texts: TextOrder = .root, filters: [Filter] = [],
    search: RowSearch? = nil
  ) {
    self.sort = sort
    self.texts = texts
    self.filters = filters
    self.search = search
  }
}
