/// What a picture is, as its content tells; names and Content-Type are never asked.
public enum PictureKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// Portable Network Graphics, third edition.
  case png
  /// JPEG (ITU-T T.81).
  case jpeg
  /// Graphics Interchange Format, 87a or 89a.
  case gif
  /// WebP (RFC 9649).
  case webp
  /// Scalable Vector Graphics without scripts.
  case svg

  /// The media type it is served under.
  public var mediaType: String {
    self == .svg ? "image/svg+xml" : "image/\(rawValue)"
  }

  /// How the names of its files end.
  public var fileExtension: String {
    self == .jpeg ? "jpg" : rawValue
  }
}

/// The name of a picture's content: its SHA-256 and its kind, such as `e3b0….png`.
///
/// Bytes of this name never change, so whoever holds them need not ask again.
public struct PictureName: Sendable, Hashable, CustomStringConvertible {
  /// The SHA-256 of the bytes in hexadecimal.
  public let hash: String
  /// What the bytes are.
  public let kind: PictureKind

  init(hash: String, kind: PictureKind) {
    self.hash = hash
    self.kind = kind
  }

  /// Reads a name such as a path ends with; nothing for any other text.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 64, parts[0].utf8.allSatisfy(Self.isDigit),
      let kind = PictureKind.allCases.first(where: { $0.fileExtension == parts[1] })
    else { return nil }
    self.init(hash: String(parts[0]), kind: kind)
  }

  /// The hash, a dot, and how files of the kind end.
  public var description: String { hash + "." + kind.fileExtension }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}

/// A picture that this machine holds.
public struct Picture: Sendable, Hashable {
  /// The name of its content.
  public let name: PictureName
  /// Its width in pixels, where the file says so.
  public let width: Int?
  /// Its height in pixels, where the file says so.
  public let height: Int?
}

/// What can be said of a picture at once, without asking anybody.
public enum PictureLook: Sendable, Hashable {
  /// It is here, and need not be asked for now.
  case known(Picture)
  /// It has to be asked for, or asked for again.
  case due
  /// There is none: nobody named one, or it was not to be had a moment ago.
  case missing
}

/// What came of asking for a picture.
public enum PictureAnswer: Sendable, Hashable {
  /// It is here; perhaps an older one, while the host is away.
  case picture(Picture)
  /// There is none to show.
  case absent(why: String)
}

/// Why bytes are not kept as a picture.
enum PictureRefusal: Error, Hashable, CustomStringConvertible {
  case unknownKind
  case broken(PictureKind)
  case tooManyPixels(width: Int, height: Int)
  case tooManyBytes(Int)
  case active(String)

  var description: String {
    switch self {
    case .unknownKind: "its content is no PNG, JPEG, GIF, WebP or SVG"
    case .broken(let kind): "its content is a damaged \(kind.rawValue.uppercased())"
    case .tooManyPixels(let width, let height): "\(width) × \(height) pixels are too many"
    case .tooManyBytes(let limit): "it has more than \(limit) bytes"
    case .active(let what): "it is an SVG with \(what), which might run"
    }
  }
}
