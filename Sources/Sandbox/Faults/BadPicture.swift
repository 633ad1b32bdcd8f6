import HTTPTypes

extension Sandbox {
  /// A picture in whose place a flag would be.
  public enum BadPicture: String, Sendable, Hashable, CaseIterable {
    /// An SVG that runs a script.
    case scriptedSVG = "scripted_svg"
    /// A PNG of a few bytes that claims 100,000 × 100,000 pixels.
    case vast = "vast_picture"
    /// A PNG with seven megabytes behind its end.
    case huge = "huge_picture"
    /// A PDF that calls itself a PNG.
    case mistyped = "mistyped_picture"
  }
}

extension Sandbox.BadPicture {
  /// The answer with the picture.
  var answer: Answer {
    switch self {
    case .scriptedSVG: Answer(.ok, Array(Self.script.utf8), type: "image/svg+xml")
    case .vast: Answer(.ok, vast, type: "image/png")
    case .huge: Answer(.ok, huge, type: "image/png")
    case .mistyped: Answer(.ok, Array("%PDF-1.7\n%%EOF\n".utf8), type: "image/png")
    }
  }

  private static let script = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2">\
    <script>document.title = "taken over"</script><rect width="3" height="2"/></svg>

    """

  private var small: [UInt8] {
    PNG(width: 4, height: 1, palette: Flag(of: rawValue).colors) { x, _ in x % 3 }.bytes
  }

  /// The header's checksum is left as it was: whoever reads sizes before pixels never sees it.
  private var vast: [UInt8] {
    var bytes = small
    bytes.replaceSubrange(16..<24, with: [0, 1, 0x86, 0xA0, 0, 1, 0x86, 0xA0])
    return bytes
  }

  private var huge: [UInt8] { small + [UInt8](repeating: 0, count: 7 << 20) }
}
