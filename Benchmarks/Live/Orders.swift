import AlmanacDeclarations
import AlmanacEngine

/// The five orders in which deals are read.
enum Orders {
  static let all = ["-modified", "instrument", "price", "amount", "side"].map(SortTerm.init)

  /// A window of 100 in an order.
  static func query(_ term: SortTerm, offset: Int) -> TableQuery {
    TableQuery(sort: [term], offset: offset, limit: 100)
  }
}
