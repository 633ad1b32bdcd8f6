import AlmanacCore
import AlmanacDeclarations
import struct AlmanacDeclarations.Record

/// What a value takes in memory, in bytes, as far as caches count it.
protocol MemorySized {
  /// About so many bytes, texts included. O(texts)
  var memorySize: Int { get }
}

extension Value: MemorySized {
  var memorySize: Int {
    let own = MemoryLayout<Value>.stride
    return switch self {
    case .text(let text): own + text.utf8.count
    case .list(let texts): texts.reduce(own) { $0 + 16 + $1.utf8.count }
    case .currencies(let all):
      all.reduce(own) { $0 + 48 + $1.code.utf8.count + $1.name.utf8.count + $1.symbol.utf8.count }
    default: own
    }
  }
}

extension RecordID: MemorySized {
  var memorySize: Int {
    let own = MemoryLayout<RecordID>.stride
    guard case .text(let text) = self else { return own }
    return own + text.utf8.count
  }
}

extension Record: MemorySized {
  var memorySize: Int {
    values.reduce(64 + id.memorySize + (extra?.utf8.count ?? 0)) { $0 + $1.memorySize }
  }
}

extension Filter: MemorySized {
  var memorySize: Int {
    let own = MemoryLayout<Filter>.stride + field.utf8.count
    return switch test {
    case .equals(let value), .atLeast(let value), .atMost(let value): own + value.memorySize
    case .known: own
    }
  }
}

extension OrderCache.Key: MemorySized {
  var memorySize: Int {
    let texts = terms.reduce(search?.utf8.count ?? 0) { $0 + 32 + $1.field.utf8.count }
    return filters.reduce(MemoryLayout<Self>.stride * 2 + texts) { $0 + $1.memorySize }
  }
}

extension LiveOrder.Spec: MemorySized {
  var memorySize: Int {
    let texts = term.field.utf8.count + (search?.utf8.count ?? 0)
    return filters.reduce(MemoryLayout<Self>.stride * 2 + texts) { $0 + $1.memorySize }
  }
}

extension LiveRequest: MemorySized {
  var memorySize: Int {
    let texts = query.sort.reduce(query.search?.utf8.count ?? 0) { $0 + 32 + $1.field.utf8.count }
    return query.filters.reduce(
      MemoryLayout<Self>.stride * 2 + texts + (anchor?.id.memorySize ?? 0)
    ) { $0 + $1.memorySize }
  }
}

extension ListSections: MemorySized {
  var memorySize: Int {
    sections.reduce(64) { sum, section in
      let others = section.others.reduce(0) { $0 + $1.memorySize }
      return sum + 96 + (section.name?.utf8.count ?? 0) + others
    }
  }
}

extension PlacesOfQuery: MemorySized {
  var memorySize: Int { places.reduce(64) { $0 + 24 + $1.id.memorySize } }
}

extension LiveOrder: MemorySized {
  /// A list takes 17 to 24 bytes for each entry, and its first chunk some room.
  var memorySize: Int { 4096 + list.count * 24 + spec.memorySize }
}
