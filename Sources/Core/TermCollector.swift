/// Collects terms, document by document, and makes a table of them.
struct TermCollector {
  private var bytes: [UInt8] = []
  private var starts: [UInt32] = [0]
  /// The last document of each term, and how many it has.
  private var lastDocuments: [UInt32] = []
  private var counts: [UInt32] = []
  /// The term and the document of each mention.
  private var mentions: [(term: UInt32, document: UInt32)] = []
  /// Open addressing: a term's hash above its number and one; 0 where free.
  private var buckets = [UInt64](repeating: 0, count: 1024)

  /// Notes that a document has a term; documents come in ascending order. O(length)
  mutating func add(_ term: Span<UInt8>, of document: UInt32) {
    let number = number(of: term)
    guard counts[number] == 0 || lastDocuments[number] != document else { return }
    lastDocuments[number] = document
    counts[number] += 1
    mentions.append((UInt32(number), document))
  }

  private mutating func number(of term: Span<UInt8>) -> Int {
    let hash = hash(term)
    let bucket = bucket(of: term, hash)
    if buckets[bucket] != 0 { return Self.number(buckets[bucket]) }
    for index in term.indices { bytes.append(term[index]) }
    starts.append(UInt32(bytes.count))
    lastDocuments.append(0)
    counts.append(0)
    buckets[bucket] = hash << 32 | UInt64(counts.count)
    if counts.count * 2 > buckets.count { grow() }
    return counts.count - 1
  }

  /// The bucket that holds a term, or the free one where it belongs.
  private func bucket(of term: Span<UInt8>, _ hash: UInt64) -> Int {
    var bucket = Int(truncatingIfNeeded: hash) & (buckets.count - 1)
    while buckets[bucket] != 0, !isTerm(buckets[bucket], term, hash) {
      bucket = (bucket + 1) & (buckets.count - 1)
    }
    return bucket
  }

  private func isTerm(_ entry: UInt64, _ term: Span<UInt8>, _ hash: UInt64) -> Bool {
    guard entry >> 32 == hash else { return false }
    let number = Self.number(entry)
    let place = Int(starts[number])..<Int(starts[number + 1])
    return place.count == term.count && bytes.span.extracting(place).begins(with: term)
  }

  private static func number(_ entry: UInt64) -> Int { Int(entry & 0xFFFF_FFFF) - 1 }

  private mutating func grow() {
    let entries = buckets
    buckets = [UInt64](repeating: 0, count: entries.count * 4)
    for entry in entries where entry != 0 {
      var bucket = Int(truncatingIfNeeded: entry >> 32) & (buckets.count - 1)
      while buckets[bucket] != 0 { bucket = (bucket + 1) & (buckets.count - 1) }
      buckets[bucket] = entry
    }
  }

  /// FNV-1a (Fowler, Noll and Vo), folded to 32 bits.
  private func hash(_ term: Span<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in term.indices { hash = (hash ^ UInt64(term[index])) &* 0x100_0000_01B3 }
    return (hash ^ hash >> 32) & 0xFFFF_FFFF
  }
}

extension TermCollector {
  /// The table of all that was collected. O(n log n)
  func table() -> TermTable {
    let order = sortedTerms()
    var places = [UInt32](repeating: 0, count: order.count)
    var sorted: [UInt8] = []
    sorted.reserveCapacity(bytes.count)
    var sortedStarts: [UInt32] = [0]
    sortedStarts.reserveCapacity(order.count + 1)
    var postingStarts: [UInt32] = [0]
    postingStarts.reserveCapacity(order.count + 1)
    var end: UInt32 = 0
    for number in order.lazy.map({ Int($0) }) {
      places[number] = end
      end += counts[number]
      sorted.append(contentsOf: bytes[Int(starts[number])..<Int(starts[number + 1])])
      sortedStarts.append(UInt32(sorted.count))
      postingStarts.append(end)
    }
    return TermTable(
      bytes: sorted, starts: sortedStarts, postings: postings(&places), postingStarts: postingStarts
    )
  }

  private func postings(_ places: inout [UInt32]) -> [UInt32] {
    var postings = [UInt32](repeating: 0, count: mentions.count)
    for mention in mentions {
      postings[Int(places[Int(mention.term)])] = mention.document
      places[Int(mention.term)] += 1
    }
    return postings
  }

  /// The terms in bytewise order: by their first eight bytes, then by the rest.
  private func sortedTerms() -> [UInt32] {
    var entries = counts.indices.map { (key: beginning(of: $0), number: UInt32($0)) }
    entries.sort { left, right in
      left.key != right.key ? left.key < right.key : precedes(left.number, right.number)
    }
    return entries.map { $0.number }
  }

  private func beginning(of number: Int) -> UInt64 {
    let (start, end) = (Int(starts[number]), Int(starts[number + 1]))
    var key: UInt64 = 0
    for place in start..<start + 8 { key = key << 8 | (place < end ? UInt64(bytes[place]) : 0) }
    return key
  }

  private func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
    var (mine, theirs) = (Int(starts[Int(left)]), Int(starts[Int(right)]))
    let (end, other) = (Int(starts[Int(left) + 1]), Int(starts[Int(right) + 1]))
    while mine < end, theirs < other {
      if bytes[mine] != bytes[theirs] { return bytes[mine] < bytes[theirs] }
      mine += 1
      theirs += 1
    }
    return end - mine < other - theirs
  }
}
