/// Documents to be searched: each a row with the texts it can be found by.
public struct SearchDocuments: Sendable {
  /// The rows, in the order they were added.
  var rows: [Int64] = []
  /// Their places in the order of ties.
  var places: [UInt64] = []
  /// Where each document's texts begin in `textStarts`, and where the last one's end.
  var documentStarts: [UInt32] = [0]
  /// All texts as written, one after another.
  var bytes: [UInt8] = []
  /// Where each text begins in `bytes`, and where the last one ends.
  var textStarts: [UInt32] = [0]

  /// No documents yet.
  public init() {}

  /// How many documents there are.
  public var count: Int { rows.count }

  /// Adds a row with its texts in UTF-8.
  ///
  /// - Parameter place: Where it stands in the dataset's own order, by which ties are ranked; rows
  ///   of the same place are ranked by number.
  ///
  ///   Cost: O(text).
  public mutating func add(row: Int64, place: UInt64, texts: some Sequence<[UInt8]>) {
    rows.append(row)
    places.append(place)
    for text in texts {
      bytes.append(contentsOf: text)
      textStarts.append(UInt32(bytes.count))
    }
    documentStarts.append(UInt32(textStarts.count - 1))
  }

  /// The places in `bytes` of a document's texts.
  func texts(of document: Int) -> some Sequence<Range<Int>> {
    (Int(documentStarts[document])..<Int(documentStarts[document + 1])).lazy.map { text in
      Int(textStarts[text])..<Int(textStarts[text + 1])
    }
  }

  /// Adds some documents of others.
  mutating func add(_ others: SearchDocuments, _ numbers: some Sequence<Int>) {
    for number in numbers {
      rows.append(others.rows[number])
      places.append(others.places[number])
      for text in others.texts(of: number) {
        bytes.append(contentsOf: others.bytes[text])
        textStarts.append(UInt32(bytes.count))
      }
      documentStarts.append(UInt32(textStarts.count - 1))
    }
  }

  /// The same documents by place.
  ///
  /// Cost: O(n log n), O(n) where they are so already.
  func inOrder() -> SearchDocuments {
    guard !isInOrder else { return self }
    var ordered = SearchDocuments()
    ordered.bytes.reserveCapacity(bytes.count)
    ordered.add(self, rows.indices.sorted(by: precedes))
    return ordered
  }

  /// Whether the documents stand by place.
  var isInOrder: Bool { rows.indices.dropFirst().allSatisfy { precedes($0 - 1, $0) } }

  private func precedes(_ left: Int, _ right: Int) -> Bool {
    (places[left], rows[left]) < (places[right], rows[right])
  }
}
