import Foundation
import HTTPTypes
import Hummingbird

/// Styles, scripts, icons and outlines under addresses that name their content, so they are kept for ever.
struct Assets: Sendable {
  /// The files by name.
  let files: [String: File]

  /// One file.
  struct File: Sendable {
    let bytes: [UInt8]
    let type: String
    let digest: String
  }

  /// Reads the files beside the program; all styles become one sheet.
  init(_ share: Share) throws {
    var files = ["almanac.css": File(try Self.sheet(share), "text/css; charset=utf-8")]
    files.merge(try Self.scripts(share)) { $1 }
    for url in try share.files(in: "icons", ending: ".svg") {
      files[url.lastPathComponent] = File(Array(try Data(contentsOf: url)), "image/svg+xml")
    }
    for url in try share.files(in: "outlines", ending: ".outlines") {
      files[url.lastPathComponent] = File(
        Array(try Data(contentsOf: url)), "application/octet-stream")
    }
    self.files = files
  }

  /// The scripts, all under one digest: a module that imports its neighbour by name gets the
  /// neighbour of the same release.
  private static func scripts(_ share: Share) throws -> [String: File] {
    let all = try share.files(in: "scripts", ending: ".js").map { url in
      (name: url.lastPathComponent, bytes: Array(try Data(contentsOf: url)))
    }
    let digest = EntityTag.digest(all.map(\.bytes).joined())
    let type = "text/javascript; charset=utf-8"
    return Dictionary(
      uniqueKeysWithValues: all.map { script in
        (script.name, File(bytes: script.bytes, type: type, digest: digest))
      })
  }

  /// Tokens, then what all pages share, then each component.
  private static func sheet(_ share: Share) throws -> [UInt8] {
    let styles = try share.files(in: "styles", ending: ".css")
    let components = try share.files(in: "templates", ending: ".css")
    let isTokens = { (url: URL) in url.lastPathComponent == "tokens.css" }
    let all = styles.filter(isTokens) + styles.filter { !isTokens($0) } + components
    return try all.reduce(into: []) { sheet, url in sheet += try Data(contentsOf: url) }
  }

  /// The address of a file.
  func address(_ name: String) -> String {
    "/-/\(files[name]?.digest ?? "0")/\(name)"
  }

  /// The answer to a request for a file; nothing when there is none of that name.
  func answer(to request: Request, name: String) -> Response? {
    guard let file = files[name] else { return nil }
    var response = Response.bytes(file.bytes, type: file.type)
    response.headers[.cacheControl] = "public, max-age=31536000, immutable"
    return response.tagged("\"\(file.digest)\"", for: request)
  }
}

extension Assets.File {
  init(_ bytes: [UInt8], _ type: String) {
    self.init(bytes: bytes, type: type, digest: EntityTag.digest(bytes))
  }
}
