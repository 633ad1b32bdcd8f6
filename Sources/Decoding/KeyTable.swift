/// The keys that records have been seen with, declared or not, found by their bytes.
///
/// Records of one answer mostly hold the same keys in the same order, so each key remembers which one
/// followed it; only where that guess fails is the table asked. `most` keys are told apart, so that
/// records with made-up keys cannot fill the memory.
struct KeyTable {
  /// The keys that are told apart; the values of any further one are left out.
  static let most = 65_536

  /// A key, and what has been seen under it.
  struct Entry {
    var start: Int
    var count: Int
    /// The first eight bytes as a number, so that most keys are put in order by one comparison.
    var prefix: UInt64
    /// Where the key stands as JSON, with its colon.
    var label: Range<Int>
    /// The node of the paths that begin with it; -1 for an undeclared key, -2 for a system's own.
    var node: Int
    /// The key that followed it last; -1 where none did.
    var following = -1
    /// How many records held it, in this answer.
    var seen = 0
    /// A bit for each kind of value seen under it.
    var kinds: UInt16 = 0
  }

  private(set) var entries: [Entry] = []
  private var bytes: [UInt8] = []
  private(set) var labels: [UInt8] = []
  private var first = -1
  private var places = [Int32](repeating: -1, count: 64)

  init(_ tree: PathTree) {
    for (name, node) in tree.topNames {
      name.withUnsafeBufferPointer { _ = add($0, node: node) }
    }
  }

  /// The key's entry, added where it is new; -1 where no more are told apart.
  @inline(__always)
  mutating func find(_ key: Bytes, after previous: Int) -> Int {
    let guess = previous >= 0 ? entries[previous].following : first
    if guess >= 0, isKey(key, at: guess) { return guess }
    let found = find(key)
    if previous >= 0 {
      entries[previous].following = found
    } else {
      first = found
    }
    return found
  }

  @inline(__always)
  private func isKey(_ key: Bytes, at entry: Int) -> Bool {
    bytes.withUnsafeBufferPointer { all in
      guard let base = all.baseAddress else { return key.isEmpty }
      return key.equals(base + entries[entry].start, count: entries[entry].count)
    }
  }

  /// The key's entry, added where it is new; -1 where no more are told apart.
  mutating func find(_ key: Bytes) -> Int {
    var place = hash(key)
    while places[place] >= 0 {
      let entry = Int(places[place])
      if isKey(key, at: entry) { return entry }
      place = (place + 1) & (places.count - 1)
    }
    guard entries.count < Self.most else { return -1 }
    return add(key, node: Self.isSystem(key) ? -2 : -1)
  }

  /// Counts a value of a kind under a key.
  @inline(__always)
  mutating func count(_ kind: Piece.Kind, at entry: Int) {
    entries[entry].seen &+= 1
    entries[entry].kinds |= 1 << UInt16(kind.rawValue)
  }

  /// The bytes of a key.
  func name(of entry: Int) -> ArraySlice<UInt8> {
    bytes[entries[entry].start..<entries[entry].start + entries[entry].count]
  }

  /// Whether the key of one entry comes before that of another, byte by byte.
  func precedes(_ left: Int, _ right: Int) -> Bool {
    let (mine, theirs) = (entries[left].prefix, entries[right].prefix)
    return mine == theirs
      ? name(of: left).lexicographicallyPrecedes(name(of: right)) : mine < theirs
  }

  private mutating func add(_ key: Bytes, node: Int) -> Int {
    let label = ExtraWriter.label(key)
    entries.append(
      Entry(
        start: bytes.count, count: key.count,
        prefix: (0..<8).reduce(0) { $0 << 8 | ($1 < key.count ? UInt64(key[$1]) : 0) },
        label: labels.count..<labels.count + label.count, node: node))
    labels += label
    bytes.append(contentsOf: key)
    if entries.count * 2 > places.count {
      places = Array(repeating: -1, count: places.count * 2)
      for entry in entries.indices { place(entry) }
    } else {
      place(entries.count - 1)
    }
    return entries.count - 1
  }

  private mutating func place(_ entry: Int) {
    var place = name(of: entry).withUnsafeBufferPointer { hash($0) }
    while places[place] >= 0, Int(places[place]) != entry {
      place = (place + 1) & (places.count - 1)
    }
    places[place] = Int32(entry)
  }

  /// Where the search for a key begins; seeded, so that nobody can choose keys that collide.
  private func hash(_ key: Bytes) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(key))
    return hasher.finalize() & (places.count - 1)
  }

  /// Whether a key is one that Socrata adds to every record by itself.
  private static func isSystem(_ key: Bytes) -> Bool {
    guard key.first == UInt8(ascii: ":") else { return false }
    let name = key.text
    return name.hasPrefix(":@computed_region_") || systemNames.contains(name)
  }

  private static let systemNames: Set<String> = [
    ":id", ":sid", ":position", ":version", ":meta", ":created_at", ":created_meta",
    ":updated_at", ":updated_meta",
  ]
}
