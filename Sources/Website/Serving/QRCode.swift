import CQREncode

/// A QR code (ISO/IEC 18004) with medium error correction, drawn by libqrencode.
public struct QRCode: Sendable, Hashable {
  /// How many light modules must surround the code on each side.
  public static let quiet = 4
  /// The rows from the top, true where a module is dark; without the quiet zone.
  public let rows: [[Bool]]

  /// Makes the code of a text; nothing where the text is longer than any code holds.
  public init?(_ text: String) {
    guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    guard width > 0, let data = code.pointee.data else { return nil }
    rows = (0..<width).map { row in
      (0..<width).map { data[row * width + $0] & 1 == 1 }
    }
  }

  /// How many modules each side has with the quiet zone.
  public var side: Int { rows.count + 2 * Self.quiet }

  /// The dark modules as the path of an SVG image of ``side`` units: a rectangle for each run.
  var path: String {
    rows.enumerated().map { y, row in
      Self.runs(row).map { run in
        "M\(run.lowerBound + Self.quiet) \(y + Self.quiet)h\(run.count)v1h-\(run.count)z"
      }.joined()
    }.joined()
  }

  private static func runs(_ row: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for (x, isDark) in row.enumerated() where isDark {
      if let last = runs.last, last.upperBound == x {
        runs[runs.count - 1] = last.lowerBound..<(x + 1)
      } else {
        runs.append(x..<(x + 1))
      }
    }
    return runs
  }
}
