import AlmanacDecoding
import Testing

@testable import AlmanacBrowser

/// A heap over memory that the tests own.
private final class Arena {
  private let memory: UnsafeMutableRawPointer
  private let size: Int
  private var end: Int
  let heap: Heap

  init(_ size: Int) {
    memory = .allocate(byteCount: size, alignment: 65_536)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    self.size = size
    end = 65_536
    heap = Heap(at: memory)
  }

  deinit { memory.deallocate() }

  /// More memory, which now and then does not follow the last.
  func grow(_ count: Int, after gap: Int = 0) -> UInt? {
    let pages = (count + 65_535) / 65_536 * 65_536
    guard end + gap + pages <= size else { return nil }
    defer { end += gap + pages }
    return UInt(bitPattern: memory + end + gap)
  }
}

@Suite struct `The heap of a browser` {
  private struct Block {
    let address: UInt
    let size: Int
    let mark: UInt8

    func fill() {
      UnsafeMutableRawPointer(bitPattern: address)?
        .initializeMemory(as: UInt8.self, repeating: mark, count: size)
    }

    /// Whether nobody else wrote to it.
    var isWhole: Bool {
      let start = UnsafeRawPointer(bitPattern: address)
      return UnsafeRawBufferPointer(start: start, count: size).allSatisfy { $0 == mark }
    }
  }

  @Test func `gives blocks that nobody else has, aligned as asked`() throws {
    let arena = Arena(1 << 26)
    var random = SplitMix64(seed: 7)
    var blocks: [Block] = []
    for step in 0..<20_000 {
      if blocks.count > 200 || (!blocks.isEmpty && Int.random(in: 0..<3, using: &random) == 0) {
        let block = blocks.remove(at: Int.random(in: blocks.indices, using: &random))
        #expect(block.isWhole)
        arena.heap.free(block.address)
        continue
      }
      let size = Int.random(in: 0...(1 << Int.random(in: 0...16, using: &random)), using: &random)
      let alignment = [1, 8, 16, 32, 64, 4096].randomElement(using: &random) ?? 16
      let gap = step % 7 == 0 ? 65_536 : 0
      let address = try #require(
        arena.heap.allocate(size, aligned: alignment) { arena.grow($0, after: gap) })
      #expect(address % UInt(max(alignment, Heap.alignment)) == 0)
      blocks.append(
        Block(address: address, size: size, mark: UInt8.random(in: 0...255, using: &random)))
      blocks.last?.fill()
    }
    for block in blocks { #expect(block.isWhole) }
  }

  @Test func `needs no more memory for what comes and goes alike`() throws {
    let arena = Arena(1 << 24)
    for _ in 0..<1_000 {
      let blocks = (1...40).compactMap { number in
        arena.heap.allocate(number * 1_000) { arena.grow($0) }
      }
      try #require(blocks.count == 40)
      for block in blocks { arena.heap.free(block) }
    }
  }

  @Test func `says when there is no more memory, and goes on with what comes back`() throws {
    let arena = Arena(1 << 20)
    let first = try #require(arena.heap.allocate(200_000) { arena.grow($0) })
    #expect(arena.heap.allocate(900_000) { arena.grow($0) } == nil)
    #expect(arena.heap.allocate(.max) { arena.grow($0) } == nil)
    #expect(arena.heap.allocate(-1) { arena.grow($0) } == nil)
    arena.heap.free(first)
    #expect(arena.heap.allocate(200_000) { arena.grow($0) } == first)
  }

  @Test func `rounds sizes up to four classes in each doubling`() {
    for size in 1...100_000 {
      let sizeClass = Heap.sizeClass(of: size)
      #expect(Heap.size(of: sizeClass) >= size)
      #expect(sizeClass == 0 || Heap.size(of: sizeClass - 1) < size)
    }
    #expect(Heap.size(of: Heap.sizeClass(of: 1 << 30)) == 1 << 30)
  }
}
