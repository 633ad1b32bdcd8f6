import AlmanacDeclarations
import Foundation

/// A folder of dataset files that is gone with its last owner.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "almanac-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try Data("[]".utf8).write(to: url.appending(path: "snapshot.json"))
  }

  deinit {
    do { try FileManager.default.removeItem(at: url) } catch { print("left behind: \(url.path)") }
  }

  @discardableResult
  func write(_ name: String, _ data: Data) throws -> URL {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file
  }

  @discardableResult
  func write(_ name: String, _ text: String) throws -> URL { try write(name, Data(text.utf8)) }

  /// The problems of one file; none for a sound one.
  func problems(of data: Data) throws -> [DeclarationProblem] {
    let file = try write("dataset.yaml", data)
    do throws(DeclarationProblems) {
      _ = try DatasetFolder.read(file)
      return []
    } catch {
      return error.problems
    }
  }
}

/// The problems of a file with this text; none for a sound one.
func problems(in text: String) throws -> [DeclarationProblem] {
  try TemporaryFolder().problems(of: Data(text.utf8))
}

/// The dataset that a text declares.
func dataset(_ text: String) throws -> Dataset {
  let folder = try TemporaryFolder()
  return try DatasetFolder.read(folder.write("dataset.yaml", text))
}

extension DeclarationProblem {
  /// "4: source.kind: what is wrong", without the list of all that would be valid.
  var short: String {
    let told = "\(line): \(key): \(message)"
    let tail = told.firstMatch(of: #/ (Valid here|Fields|Bands): /#)
    return tail.map { String(told[..<$0.range.lowerBound]) } ?? told
  }
}
