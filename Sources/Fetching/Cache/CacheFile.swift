import Foundation

/// One stored answer in one file: the body, then two slots for the head, then a footer.
///
/// The body comes first so that it can be streamed to disk before the head is known, and mapped
/// at offset 0. A head is JSON; the slot that holds the higher number is the one that counts. A
/// new head (after a 304) is written over the *other* slot: a crash in the middle of it leaves a
/// slot whose checksum is wrong, and so the head before. The body is never copied or touched.
///
/// Slot: SHA-256 of the rest (32 bytes), number, length of the head (8 bytes each), the head.
/// Footer: length of the body, length of a slot, the mark `ALMANAC2` (8 bytes each). All numbers
/// are big-endian.
enum CacheFile {
  /// The file is not a whole stored answer.
  struct Damage: Error {}

  /// Turns a file that holds a body into a stored answer: adds the head, makes it durable
  /// (fsync) and gives it its name in one step, so no reader ever sees half of it.
  ///
  /// The file is mapped before it has its name, so that eviction cannot take it away.
  static func seal(_ part: URL, _ entry: CacheEntry, as file: URL) throws -> StoredAnswer {
    try addHead(to: part, entry)
    let mapped = try MappedFile(part)
    try Disk.rename(part, to: file)
    return StoredAnswer(entry: entry, body: mapped.bytes.prefix(entry.bodyLength), file: file)
  }

  private static func addHead(to part: URL, _ entry: CacheEntry) throws {
    let head = try JSONEncoder().encode(entry)
    let layout = Layout(bodyLength: entry.bodyLength, head: head)
    let handle = try FileHandle(forWritingTo: part)
    defer { handle.closeFile() }
    try handle.seek(toOffset: UInt64(entry.bodyLength))
    try handle.write(contentsOf: Slot(number: 1, head: head).bytes(layout.slotLength))
    try handle.write(contentsOf: Data(count: layout.slotLength) + layout.footer)
    try handle.synchronize()
  }

  /// Reads a stored answer and proves that it is whole; O(length of the body), unless it is known
  /// to be the file that was proved before.
  ///
  /// Throws ``Damage`` when the file is truncated, altered or not ours.
  static func open(_ file: URL, proved: MappedFile.Mark? = nil) throws -> (
    answer: StoredAnswer, mark: MappedFile.Mark
  ) {
    let mapped = try MappedFile(file)
    let layout = try Layout(mapped.bytes)
    guard let slot = layout.slots(mapped.bytes).max(by: { $0.number < $1.number }) else {
      throw Damage()
    }
    let entry = try JSONDecoder().decode(CacheEntry.self, from: slot.head)
    let body = mapped.bytes.prefix(layout.bodyLength)
    guard entry.bodyLength == body.count else { throw Damage() }
    if mapped.mark != proved, entry.bodyDigest != Digest.hex(of: body) { throw Damage() }
    return (StoredAnswer(entry: entry, body: body, file: file), mapped.mark)
  }

  /// Writes a new head over the older of the two; returns whether there was room for it.
  static func rewriteHead(of file: URL, as entry: CacheEntry) throws -> Bool {
    let mapped = try MappedFile(file)
    let layout = try Layout(mapped.bytes)
    let slots = layout.slots(mapped.bytes)
    guard let newest = slots.max(by: { $0.number < $1.number }) else { throw Damage() }
    let head = try JSONEncoder().encode(entry)
    guard Slot.overhead + head.count <= layout.slotLength else { return false }
    let slot = Slot(place: 1 - newest.place, number: newest.number + 1, head: head)
    try Disk.overwrite(
      file, at: layout.offset(of: slot.place), with: slot.bytes(layout.slotLength))
    return true
  }
}

extension CacheFile {
  /// One of the two places of a head.
  struct Slot {
    static let overhead = 48
    var place = 0
    let number: UInt64
    let head: Data

    init(place: Int = 0, number: UInt64, head: Data) {
      self.place = place
      self.number = number
      self.head = head
    }

    /// The head in a slot's bytes, or `nil` when they are none.
    init?(place: Int, _ bytes: Data) {
      let length = CacheFile.number(bytes.dropFirst(40).prefix(8))
      guard length <= UInt64(bytes.count - Self.overhead) else { return nil }
      let content = bytes.dropFirst(32).prefix(16 + Int(length))
      guard Digest.bytes(of: content).elementsEqual(bytes.prefix(32)) else { return nil }
      self.init(
        place: place, number: CacheFile.number(content.prefix(8)), head: Data(content.dropFirst(16))
      )
    }

    func bytes(_ length: Int) -> Data {
      let content = CacheFile.bigEndian(number) + CacheFile.bigEndian(UInt64(head.count)) + head
      let used = Data(Digest.bytes(of: content)) + content
      return used + Data(count: max(0, length - used.count))
    }
  }

  /// Where the parts of a file lie.
  struct Layout {
    static let footerLength = 24
    private static let mark = Data("ALMANAC2".utf8)
    let bodyLength: Int
    let slotLength: Int

    /// Room for this head and for one half as long again.
    init(bodyLength: Int, head: Data) {
      self.bodyLength = bodyLength
      slotLength = (Slot.overhead + head.count * 3 / 2 + 1023) / 1024 * 1024
    }

    /// The layout that the footer tells, which must account for every byte.
    init(_ bytes: Data) throws {
      guard bytes.count >= Self.footerLength, bytes.suffix(8) == Self.mark else { throw Damage() }
      let footer = bytes.suffix(Self.footerLength)
      let body = CacheFile.number(footer.prefix(8))
      let slot = CacheFile.number(footer.dropFirst(8).prefix(8))
      let room = UInt64(bytes.count - Self.footerLength)
      guard slot >= Slot.overhead, slot <= room / 2, body == room - 2 * slot else { throw Damage() }
      (bodyLength, slotLength) = (Int(body), Int(slot))
    }

    var footer: Data {
      CacheFile.bigEndian(UInt64(bodyLength)) + CacheFile.bigEndian(UInt64(slotLength)) + Self.mark
    }

    func offset(of place: Int) -> Int { bodyLength + place * slotLength }

    /// The slots whose checksum is right.
    func slots(_ bytes: Data) -> [Slot] {
      [0, 1].compactMap { place in
        Slot(place: place, bytes.dropFirst(offset(of: place)).prefix(slotLength))
      }
    }
  }

  private static func bigEndian(_ number: UInt64) -> Data {
    withUnsafeBytes(of: number.bigEndian) { Data($0) }
  }

  private static func number(_ bytes: Data) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
