public import Foundation
import Yams

/// Loads dataset files from folders; a later folder adds datasets or overrides them by id.
public struct DatasetFolder: Sendable {
  /// What was loaded and what could not be.
  public struct Contents: Sendable {
    /// The datasets, ordered by id.
    public var datasets: [Dataset] = []
    /// What is wrong in files that were left out.
    public var problems: [DeclarationProblem] = []
  }

  /// Loads every `NAME.yaml` and `NAME/dataset.yaml` of the folders, in their order.
  ///
  /// A file that has a problem is left out and told; an older dataset of the same id stays.
  public static func load(_ folders: [URL]) -> Contents {
    var files: [URL] = []
    var contents = Contents()
    for folder in folders {
      let found = declarations(in: folder)
      if found == nil {
        contents.problems.append(
          DeclarationProblem(
            file: folder.path, line: 0, key: "", message: "the folder cannot be read."))
      }
      files += found ?? []
    }
    load(files, into: &contents)
    return contents
  }

  /// Reads one file; `others` are the files that it may extend.
  public static func read(_ file: URL, others: [URL] = []) throws(DeclarationProblems) -> Dataset {
    var contents = Contents()
    var bases: [String: Declaration] = [:]
    for other in others { _ = load(other, &bases, &contents) }
    contents.problems = []
    guard let dataset = load(file, &bases, &contents), contents.problems.isEmpty else {
      throw DeclarationProblems(problems: contents.problems)
    }
    return dataset
  }

  /// The dataset files of a folder in order of name; nothing when it cannot be read.
  public static func declarations(in folder: URL) -> [URL]? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      return nil  // said by the caller, who knows what the folder is for
    }
    return names.sorted().compactMap { name in
      let entry = folder.appending(path: name)
      if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return entry }
      let inner = entry.appending(path: "dataset.yaml")
      return FileManager.default.fileExists(atPath: inner.path) ? inner : nil
    }
  }

  private static func load(_ files: [URL], into contents: inout Contents) {
    var bases: [String: Declaration] = [:]
    var datasets: [String: Dataset] = [:]
    for file in files {
      guard let dataset = load(file, &bases, &contents) else { continue }
      datasets[dataset.id] = dataset
    }
    contents.datasets = datasets.values.sorted { $0.id < $1.id }
  }

  private static func load(
    _ file: URL, _ bases: inout [String: Declaration], _ contents: inout Contents
  ) -> Dataset? {
    let log = ProblemLog(file: file.path)
    defer { contents.problems += log.problems.sorted { ($0.line, $0.key) < ($1.line, $1.key) } }
    guard let declaration = Declaration(file, log: log)?.extended(by: bases, log) else {
      return nil
    }
    let reader = DatasetReader(
      log: log, directory: file.deletingLastPathComponent(),
      lentDirectories: declaration.lentDirectories)
    let root = NodeReader(node: .mapping(declaration.mapping), key: "", log: log)
    guard let dataset = reader.read(root), log.problems.isEmpty else { return nil }
    bases[dataset.id] = declaration
    return dataset
  }
}

/// The mapping of a dataset file before it is read.
struct Declaration {
  var mapping: Node.Mapping
  let directory: URL
  var lentDirectories: [String: URL] = [:]

  init?(_ file: URL, log: ProblemLog) {
    directory = file.deletingLastPathComponent()
    guard let data = FileManager.default.contents(atPath: file.path) else {
      log.add("", 0, "the file cannot be read.")
      return nil
    }
    guard let text = String(bytes: data, encoding: .utf8) else {
      log.add("", 0, "the file is not UTF-8 text.")
      return nil
    }
    guard let root = Self.compose(text, log) else { return nil }
    mapping = root
  }

  private static func compose(_ text: String, _ log: ProblemLog) -> Node.Mapping? {
    do {
      guard case .mapping(let mapping) = try Yams.compose(yaml: text) else {
        log.add(
          "", 1, "expected a mapping with " + DatasetSchema.file.joined(separator: ", ") + ".")
        return nil
      }
      return mapping
    } catch let error as YamlError {
      log.add("", error.line, "not YAML: \(error.plainWords).")
      return nil
    } catch {
      log.add("", 0, "not YAML: \(error).")
      return nil
    }
  }

  /// This declaration with the top-level keys it does not give itself, from the one it extends.
  func extended(by bases: [String: Declaration], _ log: ProblemLog) -> Declaration? {
    guard let extends = mapping["extends"] else { return self }
    let id = extends.string ?? ""
    guard let base = bases[id] else {
      log.add(
        "extends", extends.mark?.line ?? 0,
        "no dataset loaded before this file is called \"\(id)\"."
          + NearestWord.hint(for: id, among: bases.keys.sorted()))
      return nil
    }
    var whole = self
    for (key, value) in base.mapping {
      guard let name = key.string, name != "extends", mapping[key] == nil else { continue }
      whole.mapping[key] = value
      whole.lentDirectories[name] = base.lentDirectories[name] ?? base.directory
    }
    return whole
  }
}

extension YamlError {
  /// The line that libyaml blames, from 1.
  fileprivate var line: Int {
    switch self {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
      mark.line
    default: 0
    }
  }

  fileprivate var plainWords: String {
    switch self {
    case .scanner(_, let problem, _, _), .parser(_, let problem, _, _),
      .composer(_, let problem, _, _):
      problem
    default: String(describing: self)
    }
  }
}
