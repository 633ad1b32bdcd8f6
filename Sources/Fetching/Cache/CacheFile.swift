import Foundation

/// One stored answer in one file: the body, then the head as JSON, then a footer of 56 bytes.
///
/// The body comes first so that it can be streamed to disk before the head is known, and mapped
/// at offset 0. Footer: SHA-256 of the head (32 bytes), length of the body and of the head
/// (8 bytes each, big-endian), and the mark `ALMANAC1`.
enum CacheFile {
  private static let mark = Array("ALMANAC1".utf8)
  private static let footerLength = 56

  /// Turns a file that holds a body into a stored answer: adds the head, makes it durable
  /// (fsync) and gives it its name in one step, so no reader ever sees half of it.
  ///
  /// Returns the whole file, mapped before it has its name: eviction cannot take it away.
  static func seal(_ part: URL, _ entry: CacheEntry, as file: URL) throws -> Data {
    let head = try JSONEncoder().encode(entry)
    let handle = try FileHandle(forWritingTo: part)
    defer { handle.closeFile() }
    try handle.seekToEnd()
    try handle.write(contentsOf: head + footer(head, bodyLength: entry.bodyLength))
    try handle.synchronize()
    let bytes = try Data(contentsOf: part, options: .alwaysMapped)
    try Disk.rename(part, to: file)
    return bytes
  }

  /// Reads a stored answer and proves that it is whole; O(length of the body).
  ///
  /// Throws ``Damage`` when the file is truncated, altered or not ours.
  static func open(_ file: URL) throws -> StoredAnswer {
    let bytes = try Data(contentsOf: file, options: .alwaysMapped)
    let head = try head(of: bytes)
    let entry = try JSONDecoder().decode(CacheEntry.self, from: Data(head))
    let body = bytes.prefix(bytes.count - head.count - footerLength)
    guard entry.bodyLength == body.count, entry.bodyDigest == Digest.hex(of: body) else {
      throw Damage()
    }
    return StoredAnswer(entry: entry, body: body, file: file)
  }

  /// The file is not a whole stored answer.
  struct Damage: Error {}

  private static func head(of bytes: Data) throws -> Data {
    guard bytes.count >= footerLength, bytes.suffix(8).elementsEqual(mark) else { throw Damage() }
    let footer = bytes.suffix(footerLength)
    let bodyLength = number(footer.dropFirst(32).prefix(8))
    let headLength = number(footer.dropFirst(40).prefix(8))
    let room = UInt64(bytes.count - footerLength)
    guard headLength <= room, bodyLength == room - headLength else { throw Damage() }
    let head = bytes.dropLast(footerLength).suffix(Int(headLength))
    guard Digest.bytes(of: head).elementsEqual(footer.prefix(32)) else { throw Damage() }
    return head
  }

  private static func footer(_ head: Data, bodyLength: Int) -> Data {
    Data(Digest.bytes(of: head)) + bigEndian(bodyLength) + bigEndian(head.count) + Data(mark)
  }

  private static func bigEndian(_ number: Int) -> Data {
    withUnsafeBytes(of: UInt64(number).bigEndian) { Data($0) }
  }

  private static func number(_ bytes: Data) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// A stored answer: its head, and its bytes mapped from its file.
struct StoredAnswer: Sendable {
  let entry: CacheEntry
  let body: Data
  let file: URL

  /// The answer as the caller sees it; `requested` is the URL it asked for.
  func payload(for requested: URL) -> Payload {
    Payload(
      body: body, status: entry.status, headers: entry.headers,
      url: entry.redirectedTo.flatMap { URL(string: $0) } ?? requested,
      receivedAt: entry.receivedAt, digest: entry.bodyDigest)
  }
}
