/// A part of an index that is made at once and does not grow: its documents only go.
///
/// Documents are numbered by their places, so that a set of them is in the order of ties.
struct SearchSegment: Sendable {
  private(set) var documents: SearchDocuments
  /// The documents by row number.
  private let byRow: [UInt32]
  /// The folded texts.
  let texts: TermTable
  /// The words of the folded texts.
  let words: TermTable
  let trigrams: TrigramTable
  /// The documents that have not gone.
  private(set) var present: SearchBits
  /// How many they are.
  private(set) var count: Int

  /// Cost: O(text), besides sorting the distinct texts and words.
  init(_ unordered: SearchDocuments) {
    let documents = unordered.inOrder()
    var texts = TermCollector()
    var words = TermCollector()
    for document in documents.rows.indices {
      for place in documents.texts(of: document) {
        let folded = TextFolding.fold(UTF8Scalars(documents.bytes, in: place))
        if folded.isEmpty { continue }
        texts.add(folded.span, of: UInt32(document))
        for word in WordRanges(folded) {
          words.add(folded.span.extracting(word), of: UInt32(document))
        }
      }
    }
    self.documents = documents
    self.texts = texts.table()
    self.words = words.table()
    trigrams = TrigramTable(self.words)
    byRow = documents.rows.indices.map { UInt32($0) }.sorted {
      documents.rows[Int($0)] < documents.rows[Int($1)]
    }
    count = documents.count
    present = SearchBits(allBelow: count)
  }

  /// Takes a row out; false where it is not here. O(log n)
  mutating func remove(_ row: Int64) -> Bool {
    guard let document = document(of: row), present.contains(document) else { return false }
    present.remove(document)
    count -= 1
    return true
  }

  /// The place of a row; nothing where it is not here. O(log n)
  func place(of row: Int64) -> UInt64? {
    document(of: row).flatMap { present.contains($0) ? documents.places[$0] : nil }
  }

  private func document(of row: Int64) -> Int? {
    var (low, high) = (0, byRow.count)
    while low < high {
      let middle = (low + high) / 2
      if documents.rows[Int(byRow[middle])] < row { low = middle + 1 } else { high = middle }
    }
    guard low < byRow.count else { return nil }
    let document = Int(byRow[low])
    return documents.rows[document] == row ? document : nil
  }

  /// The documents that have not gone, for another segment. O(text)
  var remaining: SearchDocuments {
    if count == documents.count { return documents }
    var remaining = SearchDocuments()
    remaining.add(documents, documents.rows.indices.lazy.filter { present.contains($0) })
    return remaining
  }

  /// Gives documents new places; false where that changes which is before which. O(n)
  mutating func place(_ place: (Int64) -> UInt64) -> Bool {
    for document in documents.rows.indices where present.contains(document) {
      documents.places[document] = place(documents.rows[document])
    }
    return remaining.isInOrder
  }

  /// Whether a text of a document is written like this, but for spaces at its ends. O(text)
  func has(_ document: Int, written: [UInt8]) -> Bool {
    documents.texts(of: document).contains { place in
      var (start, end) = (place.lowerBound, place.upperBound)
      while start < end, documents.bytes[start] <= 0x20 { start += 1 }
      while start < end, documents.bytes[end - 1] <= 0x20 { end -= 1 }
      guard end - start == written.count else { return false }
      return documents.bytes.span.extracting(start..<end).begins(with: written.span)
    }
  }
}
