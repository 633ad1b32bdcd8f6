import Foundation

/// The files beside the program: templates, styles, scripts and words.
struct Share: Sendable {
  let folder: URL

  /// Finds the folder: the one that is given, `ALMANAC_SHARE`, next to the program, else in the
  /// repository that the program was built in.
  init(given: URL?) throws {
    let environment = ProcessInfo.processInfo.environment["ALMANAC_SHARE"].map {
      URL(filePath: $0, directoryHint: .isDirectory)
    }
    let candidates = [given, environment].compactMap { $0 }
    let found = (candidates.isEmpty ? Self.nearby : candidates).first(where: Self.isShare)
    guard let found else { throw ShareProblem.notFound(candidates) }
    folder = found
  }

  /// The folders around the program, from the nearest outwards.
  private static var nearby: [URL] {
    let program = Bundle.main.executableURL?.resolvingSymlinksInPath()
    let start = program?.deletingLastPathComponent() ?? URL(filePath: ".")
    let here = URL(filePath: FileManager.default.currentDirectoryPath)
    return around(start) + around(here)
  }

  private static func around(_ start: URL) -> [URL] {
    var folders: [URL] = []
    var folder = start
    for _ in 0..<5 {
      folders += [folder.appending(path: "share/almanac"), folder.appending(path: "share")]
      folder = folder.deletingLastPathComponent()
    }
    return folders
  }

  private static func isShare(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: "words/en.json").path)
  }

  /// The files of a kind in a folder and its folders, in order of path.
  func files(in name: String, ending: String) throws -> [URL] {
    let start = folder.appending(path: name)
    let names = try FileManager.default.subpathsOfDirectory(atPath: start.path)
    return names.filter { $0.hasSuffix(ending) }.sorted().map { start.appending(path: $0) }
  }

  /// The files of a kind in a folder that need not be there.
  func files(inOptional name: String, ending: String) throws -> [URL] {
    let isThere = FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    return isThere ? try files(in: name, ending: ending) : []
  }
}

/// Why the files beside the program cannot be used.
enum ShareProblem: Error, CustomStringConvertible {
  case notFound([URL])
  case noEnglish(URL)
  case unreadable(URL, any Error)

  var description: String {
    switch self {
    case .notFound(let tried):
      "The folder with templates, styles and words was not found"
        + (tried.isEmpty ? "" : " at " + tried.map(\.path).joined(separator: ", "))
        + "; set ALMANAC_SHARE to it."
    case .noEnglish(let folder): "\(folder.path) has no en.json."
    case .unreadable(let file, let error): "\(file.path) cannot be used: \(error)"
    }
  }
}
