import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Synchronization

extension LiveTable {
  /// The sections of all that a query finds; empty where none are declared, and for streams.
  ///
  /// Offset and limit are not heeded. A record with several sections counts once, under its first;
  /// under each of its others it is named among the section's others. Where the query's own order
  /// is not by section, the offsets are those of `bySection`.
  ///
  /// Cost: O(n) once a version and query.
  public func sections(_ query: TableQuery = TableQuery()) async throws -> ListSections {
    guard let name = dataset.list.sections, let field = dataset.index(of: name),
      dataset.source.kind != .stream
    else { return .none(try version()) }
    let key = try key(of: query.bySection(in: dataset))
    let now = version(try store.size().generation)
    let known = knownSections.withLock { $0.value(for: key) }
    if let known, known.version == now { return known }
    for _ in 0..<8 {
      guard let found = try await countSections(key, field) else { continue }
      let size = found.memorySize + key.memorySize
      knownSections.withLock { $0.keep(found, for: key, bytes: size) }
      return found
    }
    return .none(try version())
  }

  /// The sections between a query's rows as of a generation; nothing where its order is across
  /// them, or the copy has moved on.
  func sections(_ query: TableQuery, at generation: Int64) async throws -> [SectionCount]? {
    guard query.isBySection(in: dataset), dataset.source.kind != .stream else { return nil }
    let found = try await sections(query)
    return found.version == version(generation) ? found.sections : nil
  }

  /// The sections; nothing where a write came between two looks.
  private func countSections(
    _ key: OrderCache.Key, _ field: Int
  ) async throws -> ListSections? {
    let order = try await order(key)
    let index = try await sectionIndex(field)
    guard index.generation == order.generation else { return nil }
    var sections = index.sections(
      of: order.rows, isDescending: key.terms.first?.descending ?? false
    ) { [field = dataset.fields[field]] name in
      key.texts.collation.sortKey(Array(field.title(of: name, in: key.texts.language).utf8))
    }
    if index.hasFurther(order.rows) {
      var plain = key
      plain.terms = Array(key.terms.dropFirst())
      let others = try await self.order(plain)
      guard others.generation == order.generation,
        try name(index.others(of: others.rows), in: &sections, order.generation)
      else { return nil }
    }
    // Who asks for one section wants no empty heading of another for those who belong there too.
    if key.filters.contains(where: { $0.field == dataset.list.sections }) {
      sections.removeAll { $0.count == 0 }
    }
    return ListSections(version: version(order.generation), sections: sections)
  }

  /// Names who belongs to the sections as well; false where a write came between.
  private func name(
    _ others: [String: [Int64]], in sections: inout [SectionCount], _ generation: Int64
  ) throws -> Bool {
    for place in sections.indices {
      guard let rows = sections[place].name.flatMap({ others[$0] }) else { continue }
      let seen = try store.records(.rows(Array(rows.prefix(SectionCount.mostOthers))))
      guard seen.generation == generation else { return false }
      sections[place].others = seen.rows
      sections[place].otherCount = rows.count
    }
    return true
  }

  /// Which sections each row belongs to, as the copy is now.
  private func sectionIndex(_ field: Int) async throws -> SectionIndex {
    while true {
      try Task.checkCancellation()
      let generation = try store.size().generation
      if let known = sectionRows.withLock({ $0 }), known.generation == generation { return known }
      try await works.once(.sections) { [self] in
        let seen = try await store.scan(fields: [field]) { row, values in
          (row: row, names: values.first.map(SectionIndex.names) ?? [])
        }
        let index = SectionIndex(seen.rows, generation: seen.generation)
        sectionRows.withLock { $0 = index }
      }
    }
  }
}
