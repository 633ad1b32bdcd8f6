import CZlib
import Foundation

/// Unpacks what one content coding packed, as the bytes come (RFC 9110 §8.4.1).
///
/// Gzip may have several members, one after the other (RFC 1952 §2.2), and zeros as padding behind
/// them. Deflate is zlib's format (RFC 1950), or the bare blocks (RFC 1951) that some servers send.
final class Inflater {
  enum Coding: Sendable {
    case gzip, deflate

    /// The coding of a name in lower case, or `nil` for one that is not known here.
    init?(_ name: String) {
      switch name {
      case "gzip", "x-gzip": self = .gzip
      case "deflate": self = .deflate
      default: return nil
      }
    }
  }

  private enum Place {
    /// Before the first byte; deflate needs two to tell its format.
    case start([UInt8])
    case inside
    /// Behind the end of a member.
    case between
    case padding
  }

  private let coding: Coding
  private let limit: Int
  /// zlib wants it to stay where it is.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var isOpen = false
  private var place = Place.start([])
  private var unpacked = 0
  private static let piece = 1 << 16

  /// An unpacker that gives no more than `limit` bytes.
  init(_ coding: Coding, limit: Int) {
    self.coding = coding
    self.limit = limit
    stream.initialize(to: z_stream())
  }

  deinit {
    if isOpen { inflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Unpacks the next bytes and hands on what they hold.
  func unpack(_ bytes: [UInt8], _ handOn: ([UInt8]) throws(FetchError) -> Void)
    throws(FetchError)
  {
    var bytes = bytes
    if case .start(let before) = place {
      bytes = before + bytes
      place = .start(bytes)
      guard bytes.count >= 2 else { return }
      try open(bytes)
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      switch place {
      case .start, .inside: rest = rest.dropFirst(try inflateSome(rest, handOn))
      case .between: try goOn(rest)
      case .padding:
        guard rest.allSatisfy({ $0 == 0 }) else { throw Self.damaged }
        return
      }
    }
  }

  /// Throws where the bytes ended in the middle; no bytes at all hold nothing.
  func finish() throws(FetchError) {
    switch place {
    case .between, .padding: return
    case .start(let bytes) where bytes.isEmpty: return
    case .start, .inside: throw Self.damaged
    }
  }

  static let damaged = FetchError.undecodable(why: "the packed bytes are damaged or cut off")

  private func open(_ bytes: [UInt8]) throws(FetchError) {
    let header = Int(bytes[0]) << 8 | Int(bytes[1])
    let isZlib = bytes[0] & 0x0F == 8 && header % 31 == 0
    // 15 bits of window: plus 16 for gzip's frame, negative for none (zlib.h, inflateInit2).
    let window: Int32 = coding == .gzip ? 15 + 16 : isZlib ? 15 : -15
    let code = inflateInit2_(
      stream, window, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw Self.damaged }
    (isOpen, place) = (true, .inside)
  }

  /// After a member of gzip comes another one, or padding.
  private func goOn(_ rest: ArraySlice<UInt8>) throws(FetchError) {
    guard coding == .gzip, let first = rest.first else { throw Self.damaged }
    if first == 0 {
      place = .padding
      return
    }
    guard first == 0x1F, inflateReset(stream) == Z_OK else { throw Self.damaged }
    place = .inside
  }

  /// Unpacks until the input or the member ends; returns how many bytes it took.
  private func inflateSome(
    _ input: ArraySlice<UInt8>, _ handOn: ([UInt8]) throws(FetchError) -> Void
  ) throws(FetchError) -> Int {
    var taken = 0
    while true {
      var output = [UInt8](repeating: 0, count: Self.piece)
      let (code, left, made) = step(input.dropFirst(taken), &output)
      taken = input.count - left
      guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(code) else { throw Self.damaged }
      guard made <= limit - unpacked else { throw .tooLarge(limit: limit) }
      unpacked += made
      if made > 0 { try handOn(Array(output[..<made])) }
      if code == Z_STREAM_END {
        place = .between
        return taken
      }
      if left == 0, made < Self.piece { return taken }
      guard code == Z_OK else { throw Self.damaged }
    }
  }

  /// One call of zlib: its code, how many bytes of input are left and how many it made.
  private func step(_ input: ArraySlice<UInt8>, _ output: inout [UInt8]) -> (Int32, Int, Int) {
    var input = Array(input.prefix(1 << 30))
    let count = input.count
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.pointee.next_in = input.baseAddress
        stream.pointee.avail_in = UInt32(count)
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        let code = inflate(stream, Z_NO_FLUSH)
        return (code, Int(stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out))
      }
    }
  }
}
