import Foundation
import Hummingbird

/// Real files from a folder, such as a table somebody offers for download.
struct Files: Sendable {
  let folder: URL
  let cacheControl: String

  func answer(_ inquiry: Inquiry) async throws -> Answer {
    let name = inquiry.lastPart
    let file = folder.appendingPathComponent(name)
    guard !name.hasPrefix("."), !name.contains("/"), let modified = try Self.modified(file) else {
      return Answer(.notFound, Array("There is no such file.\n".utf8), type: "text/plain")
    }
    return Answer(.ok, Array(try Data(contentsOf: file)), type: Self.type(of: file))
      .modified(modified).cached(cacheControl)
  }

  /// When a file was last written; nil when there is no such file.
  private static func modified(_ file: URL) throws -> Date? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
      !isFolder.boolValue
    else { return nil }
    return try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
  }

  private static func type(of file: URL) -> String {
    switch file.pathExtension.lowercased() {
    case "csv": "text/csv; charset=utf-8"
    case "json", "geojson": "application/json"
    case "ndjson": "application/x-ndjson"
    case "xml": "application/xml"
    case "png": "image/png"
    case "svg": "image/svg+xml"
    default: "application/octet-stream"
    }
  }
}
