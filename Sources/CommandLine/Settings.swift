import AlmanacDeclarations
import ArgumentParser
import Foundation

/// Where the data and the dataset files are; shared by most commands.
struct Places: ParsableArguments {
  @Option(help: .said("The data folder.", valueName: "dir"))
  var data: String?

  @Option(
    help: .said("A folder of your own dataset files; may be repeated.", valueName: "dir"))
  var datasets: [String] = []
}

/// Settings: flags over environment over file.
struct Settings {
  private let file: [String: String]
  private let environment = ProcessInfo.processInfo.environment

  init() throws {
    guard let path = environment["ALMANAC_SETTINGS"] else {
      file = [:]
      return
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    file = try Self.read(text, path)
  }

  /// Reads lines `NAME=value`; empty lines and lines that begin with `#` say nothing.
  static func read(_ text: String, _ path: String) throws -> [String: String] {
    var values: [String: String] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let sign = line.firstIndex(of: "="), line.hasPrefix("ALMANAC_") else {
        throw misuse("\("\(path):\(index + 1)"): expected ALMANAC_NAME=value.")
      }
      values[String(line[..<sign])] = String(line[line.index(after: sign)...])
    }
    return values
  }

  /// A setting by its name in the environment; empty counts as not set.
  subscript(_ name: String) -> String? {
    [environment[name], file[name]].compactMap(\.self).first { !$0.isEmpty }
  }

  /// A whole number; a flag wins.
  func number(_ flag: Int?, _ name: String, else fallback: Int) throws -> Int {
    if let flag { return flag }
    guard let text = self[name] else { return fallback }
    guard let number = Int(text) else {
      throw misuse("\(name): expected a whole number, found \"\(text)\".")
    }
    return number
  }

  /// The data folder: flag, setting, else the platform's data directory.
  func dataDirectory(_ flag: String?) -> URL {
    if let path = flag ?? self["ALMANAC_DATA"] { return URL(filePath: path) }
    return DataFolder.usual(environment)
  }

  /// The folders of dataset files: the built-in ones, then the person's own.
  func datasetDirectories(_ flags: [String]) throws -> [URL] {
    let own = flags.isEmpty ? (self["ALMANAC_DATASETS"].map { [$0] } ?? []) : flags
    for path in own where DatasetFolder.declarations(in: URL(filePath: path)) == nil {
      throw Failure("The folder of dataset files cannot be read: \(path)")
    }
    return [try ShareFolder.find(self).datasets] + own.map { URL(filePath: $0) }
  }
}

/// The files beside the program: dataset files, templates, styles, scripts and words.
struct ShareFolder {
  /// The folder of the built-in dataset files.
  let datasets: URL
  /// The folder of templates, styles, scripts and words.
  let web: URL

  /// Finds the files: `ALMANAC_SHARE`, else `share/almanac` beside the program's folder, else the
  /// checkout that the program was built in.
  static func find(_ settings: Settings) throws -> ShareFolder {
    if let path = settings["ALMANAC_SHARE"] { return ShareFolder(installed: URL(filePath: path)) }
    var folder = program.deletingLastPathComponent()
    let installed = folder.deletingLastPathComponent().appending(path: "share/almanac")
    if exists(installed) { return ShareFolder(installed: installed) }
    while folder.path.count > 1 {
      if exists(folder.appending(path: "Datasets")), exists(folder.appending(path: "share")) {
        return ShareFolder(
          datasets: folder.appending(path: "Datasets"), web: folder.appending(path: "share"))
      }
      folder = folder.deletingLastPathComponent()
    }
    throw Failure(
      "The files beside the program are missing: name their folder with ALMANAC_SHARE.")
  }

  private init(installed: URL) {
    self.init(datasets: installed.appending(path: "datasets"), web: installed)
  }

  private init(datasets: URL, web: URL) {
    self.datasets = datasets
    self.web = web
  }

  private static var program: URL {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    return URL(filePath: path).resolvingSymlinksInPath()
  }

  private static func exists(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path)
  }
}
