import AlmanacCore
import AlmanacStorage

/// The distinct texts of one field, each with a small code and a label that sorts as the text does.
///
/// A new text gets a label between those of its neighbours, so that lists sorted by label stay as
/// they are; only when no label is free are all given anew (after Dietz and Sleator, "Two Algorithms
/// for Maintaining Order in a List", 1987).
struct TextTable: Sendable {
  /// The texts by code, as JSON strings.
  private(set) var json: ContiguousArray<[UInt8]> = []
  /// The texts by code.
  private(set) var texts: ContiguousArray<String> = []
  /// The texts by code, folded for searching; empty where the field is not searched.
  private(set) var folded: ContiguousArray<SearchText> = []
  /// The labels by code; texts that tie in root order share one.
  private(set) var labels: ContiguousArray<Int64> = []
  /// How often all labels were given anew.
  private(set) var relabelings = 0

  private let isSearched: Bool
  private var sortKeys: ContiguousArray<[UInt8]> = []
  /// The codes in root order.
  private var order: ContiguousArray<Int32> = []
  private var buckets = ContiguousArray<Int32>(repeating: -1, count: 64)
  private var lastPlace = -1
  private var bytes = 0
  /// Whether a text was turned away.
  private(set) var isFull = false

  /// The most texts that are held.
  static let capacity = 65_536
  /// The most bytes of all texts together.
  static let mostBytes = 16_777_216
  private static let step: Int64 = 1 << 40
  private static let smallStep: Int64 = 1 << 24

  init(isSearched: Bool) {
    self.isSearched = isSearched
  }

  /// The code of a text; nothing when it is not among those held.
  ///
  /// Cost: O(length).
  func code(of utf8: UnsafeBufferPointer<UInt8>) -> Int? {
    let code = buckets[bucket(of: utf8)]
    return code < 0 ? nil : Int(code)
  }

  /// The code of a text, which is taken in when it is new; nothing when the table is full.
  ///
  /// Cost: O(length), and O(n) for a new text.
  mutating func insert(_ utf8: UnsafeBufferPointer<UInt8>) -> Int? {
    let bucket = bucket(of: utf8)
    if buckets[bucket] >= 0 { return Int(buckets[bucket]) }
    guard texts.count < Self.capacity, bytes + utf8.count <= Self.mostBytes else {
      isFull = true
      return nil
    }
    bytes += utf8.count
    let code = texts.count
    buckets[bucket] = Int32(code)
    take(String(decoding: utf8, as: UTF8.self))
    if texts.count * 2 > buckets.count { rehash() }
    return code
  }

  private mutating func take(_ text: String) {
    let key = Collation.root.sortKey(Array(text.utf8))
    let place = place(of: key)
    let label = label(at: place, key)
    var bytes: [UInt8] = []
    JSONBytes.append(text, to: &bytes)
    order.insert(Int32(texts.count), at: place)
    texts.append(text)
    json.append(bytes)
    sortKeys.append(key)
    if isSearched { folded.append(SearchText(text)) }
    labels.append(label ?? 0)
    lastPlace = place
    if label == nil { relabel() }
  }

  /// How many texts sort before a key.
  private func place(of key: [UInt8]) -> Int {
    var (low, high) = (0, order.count)
    while low < high {
      let middle = (low + high) / 2
      let isBelow = sortKeys[Int(order[middle])].lexicographicallyPrecedes(key)
      if isBelow { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// A label for a text about to stand at a place; nothing when none is free there.
  private func label(at place: Int, _ key: [UInt8]) -> Int64? {
    let upper = place < order.count ? labels[Int(order[place])] : nil
    if let upper, sortKeys[Int(order[place])] == key { return upper }
    let lower = place > 0 ? labels[Int(order[place - 1])] : nil
    switch (lower, upper) {
    case (nil, nil): return 0
    case (let lower?, nil): return lower < Int64.max / 2 ? lower + Self.step : nil
    case (nil, let upper?): return upper > Int64.min / 2 ? upper - Self.step : nil
    case (let lower?, let upper?):
      let half = (upper - lower) / 2
      guard half > 0 else { return nil }
      if place == lastPlace + 1 { return lower + min(half, Self.smallStep) }
      if place == lastPlace { return upper - min(half, Self.smallStep) }
      return lower + half
    }
  }

  private mutating func relabel() {
    relabelings += 1
    var label = -Int64(order.count / 2) * Self.step
    for (place, code) in order.enumerated() {
      if place > 0, sortKeys[Int(code)] != sortKeys[Int(order[place - 1])] { label += Self.step }
      labels[Int(code)] = label
    }
  }

  /// The bucket that holds a text, or the free one where it belongs.
  private func bucket(of utf8: UnsafeBufferPointer<UInt8>) -> Int {
    let mask = buckets.count - 1
    var bucket = Self.hash(utf8) & mask
    while buckets[bucket] >= 0 {
      var text = texts[Int(buckets[bucket])]
      if text.withUTF8({ $0.elementsEqual(utf8) }) { return bucket }
      bucket = (bucket + 1) & mask
    }
    return bucket
  }

  private mutating func rehash() {
    buckets = ContiguousArray(repeating: -1, count: buckets.count * 2)
    for (code, text) in texts.enumerated() {
      var text = text
      let free = text.withUTF8 { bucket(of: $0) }
      buckets[free] = Int32(code)
    }
  }

  /// FNV-1a (Fowler, Noll and Vo), its high bits folded in.
  private static func hash(_ utf8: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 29)
  }
}
