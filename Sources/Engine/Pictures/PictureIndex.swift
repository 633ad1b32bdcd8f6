import Foundation

/// What is known of the picture at one address.
struct PictureEntry: Codable, Sendable, Hashable {
  /// The address: a URL, or the path of a file on this machine.
  var source: String
  /// The SHA-256 of its bytes in hexadecimal.
  var hash: String
  var kind: PictureKind
  var width: Int?
  var height: Int?
  /// The `ETag` the host sent, or a file's size, time and inode.
  var validator: String?
  /// When somebody last vouched for it.
  var checked: Date

  var name: PictureName { PictureName(hash: hash, kind: kind) }
  var picture: Picture { Picture(name: name, width: width, height: height) }
}

/// The file that remembers which address holds which picture: one JSON object a line, the last line
/// of an address counts.
///
/// A line is written in one step at the end of the file, so a crash costs the last line at most,
/// and a line that cannot be read costs one picture, which is asked for again.
struct PictureIndex {
  let file: URL
  private var lines = 0

  /// Beyond so many superfluous lines the file is written anew at the next start.
  private static let mostSuperfluous = 1000

  init(file: URL) {
    self.file = file
  }

  /// The entries of an earlier run.
  mutating func load() -> [String: PictureEntry] {
    guard let data = FileManager.default.contents(atPath: file.path) else { return [:] }
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    var entries: [String: PictureEntry] = [:]
    for line in data.split(separator: UInt8(ascii: "\n")) {
      lines += 1
      do {
        let entry = try decoder.decode(PictureEntry.self, from: Data(line))
        entries[entry.source] = entry
      } catch { continue }  // cut off by a crash: the picture is asked for again
    }
    return entries
  }

  /// Adds what is now known of an address.
  mutating func append(_ entry: PictureEntry) throws {
    let line = try Self.line(entry)
    let descriptor = open(file.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure() }
    defer { close(descriptor) }
    let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard written == line.count else { throw Self.failure() }
    lines += 1
  }

  /// Writes the file anew where most of its lines count no more.
  mutating func tidy(_ entries: [String: PictureEntry]) throws {
    guard lines > entries.count * 2 + Self.mostSuperfluous else { return }
    var data = Data()
    for entry in entries.values.sorted(by: { $0.source < $1.source }) {
      data += try Self.line(entry)
    }
    try data.write(to: file, options: .atomic)
    lines = entries.count
  }

  /// A line begins with a break too, so that one that was cut off spoils no other.
  private static func line(_ entry: PictureEntry) throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let newline = Data([UInt8(ascii: "\n")])
    return newline + (try encoder.encode(entry)) + newline
  }

  private static func failure() -> POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
