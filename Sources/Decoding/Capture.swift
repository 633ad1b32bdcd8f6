/// What one record holds, found but not yet converted.
struct Capture {
  /// A key that nobody declared, and its value.
  struct Undeclared {
    var entry: Int
    var piece: Piece
  }

  /// The value in each slot that holds one.
  var single: [Piece]
  /// The values in each slot that holds several.
  var many: [[Piece]]
  /// The undeclared keys with a value.
  var undeclared: [Undeclared] = []

  init(slots: Int) {
    single = Array(repeating: .missing, count: slots)
    many = Array(repeating: [], count: slots)
  }

  /// Forgets the record.
  @inline(__always)
  mutating func clear() {
    clear(0..<single.count)
    undeclared.removeAll(keepingCapacity: true)
  }

  /// Forgets some slots, because their key came again.
  @inline(__always)
  mutating func clear(_ slots: Range<Int>) {
    for slot in slots {
      single[slot] = .missing
      if !many[slot].isEmpty { many[slot].removeAll(keepingCapacity: true) }
    }
  }

  /// Notes a value that nobody declared; the last of a repeated key counts.
  @inline(__always)
  mutating func note(_ piece: Piece, undeclared entry: Int) {
    undeclared.append(Undeclared(entry: entry, piece: piece))
  }

  /// Takes what another record holds wherever this one has no value.
  mutating func fill(from other: Capture) {
    for slot in single.indices where single[slot].isBlank { single[slot] = other.single[slot] }
    for slot in many.indices where many[slot].isEmpty { many[slot] = other.many[slot] }
    let mine = Set(undeclared.filter { !$0.piece.isBlank }.map(\.entry))
    undeclared.removeAll { !mine.contains($0.entry) }
    undeclared += other.undeclared.filter { !mine.contains($0.entry) }
  }
}
