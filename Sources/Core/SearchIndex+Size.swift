extension SearchIndex {
  /// How many bytes of memory it holds. O(log n)
  public var byteCount: Int { segments.reduce(0) { $0 + $1.byteCount } }
}

extension SearchDocuments {
  /// How many bytes the texts have. O(1)
  public var textByteCount: Int { bytes.count }

  fileprivate var byteCount: Int {
    bytes.capacity + (textStarts.capacity + documentStarts.capacity) * 4
      + (rows.capacity + places.capacity) * 8
  }
}

extension SearchSegment {
  fileprivate var byteCount: Int {
    documents.byteCount + texts.byteCount + words.byteCount + trigrams.byteCount
      + documents.count * 4 + present.words.count * 8
  }
}

extension TermTable {
  fileprivate var byteCount: Int {
    bytes.capacity + (starts.capacity + postings.capacity + postingStarts.capacity) * 4
  }
}
