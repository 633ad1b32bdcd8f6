import AlmanacDeclarations
import Foundation

@testable import AlmanacEngine

/// A stream that the test itself feeds.
enum Fed {
  /// Deals with a revision; `more` stands in `source`.
  static func declared(_ more: String = "group: { records: 100, wait: 1ms }") -> String {
    """
    id: deals
    title: Deals
    source:
      kind: stream
      revision: modified
      \(more)
    credit: { text: Synthetic, licence: CC0 }
    key: { from: id, type: integer }
    fields:
      modified: { type: timestamp }
      price: { type: number }
      side:
        type: text
        choices: { buy: { title: buy, tone: rise }, sell: { title: sell, tone: fall } }
    search: []
    list: { sort: [-modified], title: side }
    """
  }

  static func deal(_ id: Int64, at modified: Int64? = 0, side: String = "buy") -> Record {
    let time = modified.map { Value.integer($0) } ?? .absent
    return Record(id: .integer(id), values: [time, .number(Double(id)), .text(side)])
  }

  static func deals(_ ids: ClosedRange<Int64>, at modified: Int64 = 0) -> [Record] {
    ids.map { deal($0, at: modified) }
  }
}

extension Library {
  /// What became of all that a stream brought.
  func counts(_ dataset: String = "deals") async throws -> StreamCounts {
    try await status(of: dataset)?.stream?.counts ?? StreamCounts()
  }

  /// Waits until so many records of a stream are written.
  func written(_ records: Int, _ dataset: String = "deals") async throws -> StreamCounts {
    try await until {
      let counts = try await self.counts(dataset)
      return counts.inserted + counts.changed + counts.older >= records
    }
    return try await counts(dataset)
  }
}
