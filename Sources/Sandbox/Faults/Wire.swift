extension Sandbox {
  /// A way to break HTTP itself, below what a well-behaved server can do.
  public enum Wire: String, Sendable, Hashable, CaseIterable {
    /// The connection is reset in the middle of the body.
    case reset
    /// Half of the headers, then silence until the client leaves.
    case stalledHead = "stalled_head"
    /// Half of the body, then silence until the client leaves.
    case stalledBody = "stalled_body"
    /// Content-Length promises more than is sent before the connection ends.
    case lengthTooLong = "length_too_long"
    /// Content-Length promises half of what is sent.
    case lengthTooShort = "length_too_short"
    /// Two values of Content-Length that contradict each other.
    case twoLengths = "two_lengths"
    /// A body that never ends.
    case endless
    /// A chunk whose size is no number.
    case badChunk = "bad_chunk"
    /// A header of ten megabytes.
    case hugeHead = "huge_head"
    /// A header with a control character in it.
    case badHeader = "bad_header"
    /// The greeting of another protocol.
    case garbage
  }
}

/// Bytes for the wire, and what happens after them.
struct RawAnswer: Sendable {
  /// What happens once the bytes are sent.
  enum Ending: Sendable {
    /// The connection ends in good order.
    case closed
    /// The connection is reset.
    case reset
    /// Nothing, until the client leaves.
    case silence
    /// These bytes again and again, until the client leaves.
    case again([UInt8])
  }

  var bytes: [UInt8]
  var ending: Ending
}

extension Sandbox.Wire {
  /// What is sent in place of an answer with this body.
  func raw(_ body: [UInt8], type: String) -> RawAnswer {
    let half = Array(body.prefix(body.count / 2))
    let whole = Self.head(type, "Content-Length: \(body.count)")
    switch self {
    case .reset: return RawAnswer(bytes: whole + half, ending: .reset)
    case .stalledHead:
      return RawAnswer(bytes: Array(whole.prefix(whole.count / 2)), ending: .silence)
    case .stalledBody: return RawAnswer(bytes: whole + half, ending: .silence)
    case .lengthTooLong:
      let head = Self.head(type, "Content-Length: \(body.count + 100)")
      return RawAnswer(bytes: head + body, ending: .closed)
    case .lengthTooShort:
      let head = Self.head(type, "Content-Length: \(half.count)")
      return RawAnswer(bytes: head + body, ending: .closed)
    default: return broken(body, type)
    }
  }

  private func broken(_ body: [UInt8], _ type: String) -> RawAnswer {
    let length = "Content-Length: \(body.count)"
    let chunked = Self.head(type, "Transfer-Encoding: chunked")
    let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x20, count: 65_536) + Self.lineEnd
    switch self {
    case .endless: return RawAnswer(bytes: chunked, ending: .again(chunk))
    case .badChunk: return RawAnswer(bytes: chunked + Array("many\r\n".utf8), ending: .closed)
    case .twoLengths:
      let head = Self.head(type, length + "\r\nContent-Length: 5")
      return RawAnswer(bytes: head + body, ending: .closed)
    case .hugeHead:
      let long = String(repeating: "x", count: 10_000_000)
      return RawAnswer(bytes: Self.head(type, "\(length)\r\nX-Long: \(long)"), ending: .closed)
    case .badHeader:
      let head = Self.head(type, "\(length)\r\nX-Note: one\u{0}two")
      return RawAnswer(bytes: head + body, ending: .closed)
    default: return RawAnswer(bytes: Array("SSH-2.0-Synthetic_1\r\n".utf8), ending: .closed)
    }
  }

  private static let lineEnd = Array("\r\n".utf8)

  private static func head(_ type: String, _ lines: String) -> [UInt8] {
    Array(
      "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nX-Synthetic: true\r\n\(lines)\r\n\r\n".utf8)
  }
}
