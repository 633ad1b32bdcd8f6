/// Cuts a stream of bytes into lines that end with CRLF, LF or CR, wherever its chunks are cut.
struct LineBuffer: Sendable {
  private let limit: Int
  private var bytes: [UInt8] = []
  /// Where the next line starts, and how far it has been looked through.
  private var start = 0
  private var looked = 0
  /// Whether a line feed that comes next belongs to the carriage return before it.
  private var isAfterReturn = false
  /// Whether the rest of the present line is passed over.
  private var isSkipping = false
  private var isFirst = true

  init(limit: Int) {
    self.limit = limit
  }

  mutating func append(_ chunk: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      looked -= start
      start = 0
    }
    bytes.append(contentsOf: chunk)
  }

  /// The next whole line without its end; nothing where its end has not come yet.
  ///
  /// Throws for a line of more than `limit` bytes, once, and passes over it.
  mutating func next() throws(DecodingFailure) -> ArraySlice<UInt8>? {
    while true {
      passLineFeed()
      guard let end = endOfLine() else {
        try checkLength(bytes.count - start)
        return nil
      }
      let line = bytes[start..<end]
      isAfterReturn = bytes[end] == 0x0D
      (start, looked) = (end + 1, end + 1)
      guard !isSkipping else {
        isSkipping = false
        continue
      }
      guard line.count <= limit else {
        isFirst = false
        throw .tooLarge(limit: limit)
      }
      return withoutMark(line)
    }
  }

  private mutating func passLineFeed() {
    guard isAfterReturn, start < bytes.count else { return }
    isAfterReturn = false
    guard bytes[start] == 0x0A else { return }
    start += 1
    looked = start
  }

  private mutating func endOfLine() -> Int? {
    while looked < bytes.count {
      if bytes[looked] == 0x0A || bytes[looked] == 0x0D { return looked }
      looked += 1
    }
    return nil
  }

  private mutating func checkLength(_ length: Int) throws(DecodingFailure) {
    guard length > limit || isSkipping else { return }
    let wasSkipping = isSkipping
    (isSkipping, isFirst) = (true, false)
    (start, looked) = (bytes.count, bytes.count)
    if !wasSkipping { throw .tooLarge(limit: limit) }
  }

  private mutating func withoutMark(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard isFirst else { return line }
    isFirst = false
    return line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
  }
}
