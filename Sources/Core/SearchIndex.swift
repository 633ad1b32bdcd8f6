/// An index of a dataset's texts that finds rows while somebody types.
///
/// A query is compared as `SearchQuery` says. What is found comes in tiers, the best first, and within
/// a tier by the dataset's own order. Slips of the finger (`SearchTier.typo`) are only thought of
/// where the better tiers find fewer than `enough`, so that they do not blur what is known for sure.
///
/// Texts and words are sorted, each with the documents that have it, so that those of a prefix are one
/// slice to be put into a bit set. Words that hold some letters are known by their trigrams.
///
/// It is a value: a copy is O(1), and a reader goes on with it while a writer changes another. Changes
/// go into small segments of their own, which are merged as they grow (the logarithmic method:
/// Bentley and Saxe, "Decomposable searching problems", 1980): n changes cost O(n log n) texts in all.
public struct SearchIndex: Sendable {
  /// The parts, the largest first, each at least `ratio` times the next.
  private(set) var segments: [SearchSegment] = []

  /// With how many sure finds nobody is thought to have mistyped.
  public static let enough = 10
  private static let ratio = 4

  /// An empty index.
  public init() {}

  /// An index of documents, each of another row.
  ///
  /// Cost: O(text), besides sorting the distinct texts and words.
  public init(_ documents: SearchDocuments) {
    if documents.count > 0 { segments = [SearchSegment(documents)] }
  }

  /// How many documents there are. O(log n)
  public var count: Int { segments.reduce(0) { $0 + $1.count } }

  /// The place of a row in the order of ties; nothing where it is not there. O(log² n)
  public func place(of row: Int64) -> UInt64? {
    for segment in segments {
      if let place = segment.place(of: row) { return place }
    }
    return nil
  }

  /// Takes rows out and puts documents in; a document of a row that is there takes its place.
  ///
  /// Cost: O(changes × log n) in the long run.
  public mutating func apply(
    removing rows: some Sequence<Int64>, inserting documents: SearchDocuments = SearchDocuments()
  ) {
    for row in rows { remove(row) }
    for row in documents.rows { remove(row) }
    if documents.count > 0 { segments.append(SearchSegment(documents)) }
    compact()
  }

  private mutating func remove(_ row: Int64) {
    for index in segments.indices where segments[index].remove(row) { return }
  }

  /// Gives every document another place in the order of ties.
  ///
  /// Cost: O(n) where no document passes another.
  public mutating func place(_ place: (_ row: Int64) -> UInt64) {
    for index in segments.indices where !segments[index].place(place) {
      segments[index] = SearchSegment(segments[index].remaining)
    }
  }

  /// Merges parts until each is far larger than the next, and drops what has gone.
  private mutating func compact() {
    for index in segments.indices where segments[index].count * 2 < segments[index].documents.count
    {
      segments[index] = SearchSegment(segments[index].remaining)
    }
    segments.removeAll { $0.count == 0 }
    segments.sort { $0.count > $1.count }
    while let last = segments.popLast() {
      guard let previous = segments.last, previous.count < last.count * Self.ratio else {
        segments.append(last)
        return
      }
      var both = previous.remaining
      both.add(last.remaining, 0..<last.count)
      segments[segments.count - 1] = SearchSegment(both)
    }
  }
}
