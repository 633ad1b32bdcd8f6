import CZlib
import Hummingbird
import NIOCore

/// Packs bytes as gzip (RFC 1952), and reads who takes them so.
enum Gzip {
  /// How hard to try.
  enum Effort: Int32 {
    /// For what is made anew for each request.
    case quick = 5
    /// For what is packed once.
    case thorough = 9
  }

  /// Why bytes were not packed.
  struct Failure: Error {
    /// What zlib returned.
    let code: Int32
  }

  /// Bytes packed; the same bytes always give the same packet.
  static func packed(_ bytes: some Sequence<UInt8>, _ effort: Effort) throws(Failure) -> [UInt8] {
    var stream = z_stream()
    // 15 bits of window, and 16 for gzip's own frame (zlib.h, deflateInit2).
    let code = deflateInit2_(
      &stream, effort.rawValue, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, zlibVersion(),
      Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { throw Failure(code: code) }
    defer { deflateEnd(&stream) }
    var input = Array(bytes)
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(input.count))))
    let end = run(&stream, &input, &output)
    guard end == Z_STREAM_END else { throw Failure(code: end) }
    output.removeLast(output.count - Int(stream.total_out))
    return output
  }

  private static func run(
    _ stream: inout z_stream, _ input: inout [UInt8], _ output: inout [UInt8]
  ) -> Int32 {
    input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        return deflate(&stream, Z_FINISH)
      }
    }
  }

  /// Whether an Accept-Encoding header takes gzip (RFC 9110, section 12.5.3).
  static func isAccepted(by header: String?) -> Bool {
    var others = false
    for part in (header ?? "").lowercased().split(separator: ",") {
      let pieces = part.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
      guard let name = pieces.first else { continue }
      let isWanted = !pieces.dropFirst().contains { $0.hasPrefix("q=") && weight($0) == 0 }
      if name == "gzip" || name == "x-gzip" { return isWanted }
      if name == "*" { others = isWanted }
    }
    return others
  }

  private static func weight(_ quality: String) -> Double { Double(quality.dropFirst(2)) ?? 0 }
}
