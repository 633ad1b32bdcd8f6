/// Values by key, of which those that were not used for longest go when all together grow too large.
///
/// Every cache that requests fill is one of these, so that nobody can fill the memory by asking:
/// what a value and its key cost is said by who keeps them, and never more than `most` bytes are held.
public struct ByteBoundedCache<Key: Hashable, Value> {
  /// The most bytes that are held.
  public let most: Int
  /// The bytes that are held, keys and what the cache itself needs for each included.
  public private(set) var bytes = 0
  /// Whether the newest value is held also where it alone is too large.
  private let keepsNewest: Bool
  private var places: [Key: Int] = [:]
  private var slots: [Slot] = []
  private var freed: [Int] = []
  private var newest = -1
  private var oldest = -1

  /// A value in a list that leads from the newest to the oldest.
  fileprivate struct Slot {
    var entry: (key: Key, value: Value)?
    var bytes = 0
    var newer = -1
    var older = -1
  }

  /// What each value costs besides what is said.
  public static var overhead: Int { 128 }

  /// An empty cache.
  ///
  /// - Parameter keepsNewest: Whether one value may be larger than all together, so that what is
  ///   used again and again is not made anew each time.
  public init(most: Int, keepsNewest: Bool = false) {
    self.most = most
    self.keepsNewest = keepsNewest
  }

  /// How many values are held. O(1)
  public var count: Int { places.count }

  /// The value of a key, which counts as used; nothing when it is not held. O(1)
  public mutating func value(for key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    unlink(place)
    link(place)
    return slots[place].entry?.value
  }

  /// The value of a key, which does not count as used. O(1)
  public func peek(_ key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    return slots[place].entry?.value
  }

  /// Holds a value of so many bytes with its key, in place of the one before.
  ///
  /// One that is too large is not held. Cost: O(1), besides what is let go of.
  public mutating func keep(_ value: Value, for key: Key, bytes size: Int) {
    remove(key)
    let (cost, isTooLarge) = max(size, 0).addingReportingOverflow(Self.overhead)
    guard !isTooLarge, cost <= most || keepsNewest else { return }
    // Room is made first, so that the sum never goes beyond both.
    while oldest >= 0, bytes > most - min(cost, most) { drop(oldest) }
    bytes += cost
    let place = freed.popLast() ?? slots.count
    let slot = Slot(entry: (key, value), bytes: cost)
    if place == slots.count { slots.append(slot) } else { slots[place] = slot }
    places[key] = place
    link(place)
  }

  /// Lets go of a value. O(1)
  public mutating func remove(_ key: Key) {
    if let place = places[key] { drop(place) }
  }

  /// Lets go of the values of which something is true. O(n)
  public mutating func removeAll(where isGone: (Key, Value) -> Bool) {
    for place in slots.indices {
      if let entry = slots[place].entry, isGone(entry.key, entry.value) { drop(place) }
    }
  }

  private mutating func drop(_ place: Int) {
    unlink(place)
    bytes -= slots[place].bytes
    if let key = slots[place].entry?.key { places[key] = nil }
    slots[place] = Slot()
    freed.append(place)
  }

  private mutating func link(_ place: Int) {
    slots[place].newer = -1
    slots[place].older = newest
    if newest >= 0 { slots[newest].newer = place }
    newest = place
    if oldest < 0 { oldest = place }
  }

  private mutating func unlink(_ place: Int) {
    let (newer, older) = (slots[place].newer, slots[place].older)
    if newer >= 0 { slots[newer].older = older } else { newest = older }
    if older >= 0 { slots[older].newer = newer } else { oldest = newer }
  }
}

extension ByteBoundedCache.Slot: Sendable where Key: Sendable, Value: Sendable {}

extension ByteBoundedCache: Sendable where Key: Sendable, Value: Sendable {}
