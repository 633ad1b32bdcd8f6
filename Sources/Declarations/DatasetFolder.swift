public import Foundation

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
    var contents = Contents()
    var bases: [String: Declaration] = [:]
    var datasets: [String: Dataset] = [:]
    for folder in folders {
      let files = declarations(in: folder)
      if files == nil {
        contents.problems.append(
          DeclarationProblem(
            file: folder.path, line: 0, key: "", message: "the folder cannot be read."))
      }
      let found = load(files ?? [], &bases, &contents)
      datasets.merge(found) { _, newer in newer }
    }
    contents.datasets = datasets.values.sorted { $0.id < $1.id }
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
  ///
  /// Names that begin with a dot, such as an editor's own files, are passed over.
  public static func declarations(in folder: URL) -> [URL]? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      return nil  // said by the caller, who knows what the folder is for
    }
    return names.sorted().filter { !$0.hasPrefix(".") }.compactMap { name in
      let entry = folder.appending(path: name)
      if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return entry }
      let inner = entry.appending(path: "dataset.yaml")
      return FileManager.default.fileExists(atPath: inner.path) ? inner : nil
    }
  }

  /// The sound datasets of one folder's files, which must not share an id.
  private static func load(
    _ files: [URL], _ bases: inout [String: Declaration], _ contents: inout Contents
  ) -> [String: Dataset] {
    var datasets: [String: Dataset] = [:]
    for file in files {
      let taken = datasets.mapValues(\.file)
      guard let dataset = load(file, taken: taken, &bases, &contents) else { continue }
      datasets[dataset.id] = dataset
    }
    return datasets
  }

  private static func load(
    _ file: URL, taken: [String: String] = [:], _ bases: inout [String: Declaration],
    _ contents: inout Contents
  ) -> Dataset? {
    let log = ProblemLog(file: file.path)
    defer { contents.problems += log.problems.sorted { ($0.line, $0.key) < ($1.line, $1.key) } }
    guard let declaration = Declaration(file, log: log)?.extended(by: bases, log) else {
      return nil
    }
    let reader = DatasetReader(
      log: log, directory: file.deletingLastPathComponent(),
      lentDirectories: declaration.lentDirectories)
    let root = declaration.root(log)
    guard let dataset = reader.read(root) else { return nil }
    if let other = taken[dataset.id] {
      root.child("id")?.complain("\"\(dataset.id)\" is declared in the same folder by \(other).")
      return nil
    }
    bases[dataset.id] = declaration
    return dataset
  }
}
