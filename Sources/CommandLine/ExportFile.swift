import AlmanacDeclarations
import AlmanacEngine
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that an export is written to: there whole, or not at all.
struct ExportFile {
  let url: URL
  let mayReplace: Bool

  init(path: String, mayReplace: Bool) {
    url = URL(filePath: path)
    self.mayReplace = mayReplace
  }

  /// Writes the export under another name, then gives it its own; returns the number of rows.
  func write(_ export: TableExport) async throws -> Int {
    try checkThatItMayBeMade(url)
    if !export.format.holdsCredit { try checkThatItMayBeMade(beside) }
    let part = url.deletingLastPathComponent()
      .appending(path: ".\(url.lastPathComponent).\(UUID().uuidString.prefix(8))")
    do {
      let count = try await fill(part, export)
      if let description = export.description(of: url.lastPathComponent) {
        try Data(description).write(to: beside, options: .atomic)
      }
      try move(part)
      return count
    } catch {
      try? FileManager.default.removeItem(at: part)  // it may never have been made
      throw error
    }
  }

  /// Where the credit of a file stands that cannot hold it (CSVW, "tabular data model", 5.3).
  private var beside: URL { url.appendingToName("-metadata.json") }

  private func checkThatItMayBeMade(_ url: URL) throws {
    if !mayReplace, FileManager.default.fileExists(atPath: url.path) {
      throw Failure(
        "\(url.relativePath) is there already and was left as it is; --force overwrites it.")
    }
  }

  private func fill(_ part: URL, _ export: TableExport) async throws -> Int {
    if export.format == .sqlite {
      let count = try await export.writeDatabase(to: part)
      try FileHandle(forWritingTo: part).synchronize()
      return count
    }
    try Data().write(to: part, options: .withoutOverwriting)
    let file = try FileHandle(forWritingTo: part)
    defer { try? file.close() }  // what matters is that it was synchronized
    let count = try await export.write { try file.write(contentsOf: $0) }
    try file.synchronize()
    return count
  }

  private func move(_ part: URL) throws {
    try checkThatItMayBeMade(url)
    guard rename(part.path, url.path) == 0 else {
      throw Failure("\(url.relativePath) cannot be written: \(String(cString: strerror(errno)))")
    }
  }
}

extension URL {
  /// The file whose name is this one's with something behind it.
  fileprivate func appendingToName(_ text: String) -> URL {
    deletingLastPathComponent().appending(path: lastPathComponent + text)
  }
}
