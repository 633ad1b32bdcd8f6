import AlmanacDeclarations

extension RecordAssembly {
  /// What the record holds beyond the declaration, or with another type, as one JSON object.
  mutating func extraText(of capture: borrowing Capture, in keys: borrowing KeyTable) -> String? {
    guard !capture.undeclared.isEmpty || !illTyped.isEmpty else { return nil }
    var rest = Self.sorted(capture.undeclared, in: keys)[...]
    extra.start()
    for value in illTypedByPath {
      let path = plan.paths[value.path]
      while let next = rest.first, keys.name(of: next.entry).lexicographicallyPrecedes(path) {
        add(rest.removeFirst(), in: keys)
      }
      if value.isMany {
        extra.add(ExtraWriter.label(path)[...], value.pieces, conversion.scratch)
      } else if let piece = value.pieces.first {
        extra.add(ExtraWriter.label(path)[...], piece, conversion.scratch)
      }
    }
    for undeclared in rest { add(undeclared, in: keys) }
    return extra.finish()
  }

  private mutating func add(_ undeclared: Capture.Undeclared, in keys: borrowing KeyTable) {
    guard !undeclared.piece.isBlank, !isBookkeeping(keys.name(of: undeclared.entry)) else { return }
    let label = keys.labels[keys.entries[undeclared.entry].label]
    extra.add(label, undeclared.piece, conversion.scratch)
  }

  /// Whether a key is one by which a SODA portal keeps its own books, such as `:updated_at`.
  ///
  /// A portal that publishes the same rows anew changes them all; the records are as they were.
  func isBookkeeping(_ name: some Collection<UInt8>) -> Bool {
    guard plan.dataset.source.kind == .soda, name.first == UInt8(ascii: ":") else { return false }
    return name.dropFirst().first != UInt8(ascii: "@")
  }

  /// The ill-typed values in the order of their paths, each path once.
  private var illTypedByPath: [FieldReading.IllTyped] {
    guard illTyped.count > 1 else { return illTyped }
    var known: Set<[UInt8]> = []
    return illTyped.filter { known.insert(plan.paths[$0.path]).inserted }.sorted {
      plan.paths[$0.path].lexicographicallyPrecedes(plan.paths[$1.path])
    }
  }

  /// The undeclared values in the order of their keys; of a repeated key, the last.
  private static func sorted(
    _ undeclared: [Capture.Undeclared], in keys: borrowing KeyTable
  ) -> [Capture.Undeclared] {
    guard undeclared.count <= 64 else { return sortedMany(undeclared, in: keys) }
    var sorted: [Capture.Undeclared] = []
    sorted.reserveCapacity(undeclared.count)
    for item in undeclared {
      var place = sorted.count
      while place > 0, keys.precedes(item.entry, sorted[place - 1].entry) { place -= 1 }
      if place > 0, sorted[place - 1].entry == item.entry {
        sorted[place - 1] = item
      } else {
        sorted.insert(item, at: place)
      }
    }
    return sorted
  }

  private static func sortedMany(
    _ undeclared: [Capture.Undeclared], in keys: borrowing KeyTable
  ) -> [Capture.Undeclared] {
    Dictionary(undeclared.map { ($0.entry, $0) }, uniquingKeysWith: { _, last in last })
      .values.sorted { keys.precedes($0.entry, $1.entry) }
  }
}
