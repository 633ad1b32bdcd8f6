import Synchronization

/// Where the heap's state lies; 0 before the first block was asked for.
private let heapState = Atomic<UInt>(0)

private func heap() -> Heap? {
  if let state = UnsafeMutableRawPointer(bitPattern: heapState.load(ordering: .relaxed)) {
    return Heap(at: state)
  }
  guard let address = HostMemory.grow(by: Heap.stateSize),
    let state = UnsafeMutableRawPointer(bitPattern: address)
  else { return nil }
  heapState.store(address, ordering: .relaxed)
  return Heap(at: state)  // fresh pages are all zeros
}

// Whoever calls `free` and `posix_memalign` gets these: the linker puts `__wrap_` before the names, which
// the compiler keeps for a system's library.

private func block(_ size: Int, aligned alignment: Int) -> UnsafeMutableRawPointer? {
  heap()?.allocate(size, aligned: alignment, grow: HostMemory.grow)
    .flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
}

@_expose(wasm, "allocate")
@_cdecl("allocate")
func allocate(_ size: Int) -> UnsafeMutableRawPointer? { block(size, aligned: Heap.alignment) }

@_cdecl("__wrap_posix_memalign")
func posixMemalign(
  _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ size: Int
) -> Int32 {
  guard let block = block(size, aligned: alignment) else { return 12 }  // ENOMEM
  result.pointee = block
  return 0
}

@_expose(wasm, "free")
@_cdecl("__wrap_free")
func free(_ block: UnsafeMutableRawPointer?) {
  if let block { heap()?.free(UInt(bitPattern: block)) }
}

// The compiler knows these by name and makes single instructions of their bodies (memory.copy and
// memory.fill), so they do not call themselves.

@_cdecl("memmove")
func memmove(
  _ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int
) -> UnsafeMutableRawPointer {
  target.copyMemory(from: source, byteCount: count)
  return target
}

@_cdecl("memcpy")
func memcpy(
  _ target: UnsafeMutableRawPointer, _ source: UnsafeRawPointer, _ count: Int
) -> UnsafeMutableRawPointer {
  target.copyMemory(from: source, byteCount: count)
  return target
}

@_cdecl("memset")
func memset(
  _ target: UnsafeMutableRawPointer, _ byte: Int32, _ count: Int
) -> UnsafeMutableRawPointer {
  target.initializeMemory(
    as: UInt8.self, repeating: UInt8(truncatingIfNeeded: byte), count: count)
  return target
}

/// The seed of hashing: always the same, since nothing here is exposed to strangers' keys and equal
/// inputs shall take equal paths.
@_cdecl("arc4random_buf")
func arc4randomBuf(_ target: UnsafeMutableRawPointer, _ count: Int) {
  target.initializeMemory(as: UInt8.self, repeating: 0x5A, count: count)
}
