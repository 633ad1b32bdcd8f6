import Foundation
import Yams

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
      log.add("", Self.lineOfBadBytes(data), "the file is not UTF-8 text.")
      return nil
    }
    guard let root = Self.compose(text, log) else { return nil }
    mapping = root
  }

  func root(_ log: ProblemLog) -> NodeReader {
    NodeReader(node: .mapping(mapping), key: "", line: mapping.mark?.line ?? 1, log: log)
  }

  private static func lineOfBadBytes(_ data: Data) -> Int {
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return 1 + (lines.firstIndex { String(bytes: $0, encoding: .utf8) == nil } ?? 0)
  }

  private static func compose(_ text: String, _ log: ProblemLog) -> Node.Mapping? {
    do {
      guard case .mapping(let mapping) = try Yams.compose(yaml: text) else {
        let keys = DatasetSchema.file.joined(separator: ", ")
        log.add("", 1, "expected a mapping with \(keys).")
        return nil
      }
      return mapping
    } catch let error as YamlError {
      log.add("", error.line(in: text), error.plainWords)
      return nil
    } catch {
      log.add("", 0, "not YAML: \(error).")
      return nil
    }
  }

  /// This declaration with the top-level keys it does not give itself, from the one it extends.
  func extended(by bases: [String: Declaration], _ log: ProblemLog) -> Declaration? {
    guard let extends = root(log).child("extends") else { return self }
    guard let id = extends.text(expected: "the id of a dataset") else { return nil }
    guard let base = bases[id] else {
      let ids = bases.keys.sorted()
      extends.complain(
        Message("no sound dataset loaded before this file is called \"\(id)\".")
          .hinted(NearestWord.hint(for: id, among: ids))
          .followed(by: ids.isEmpty ? nil : "Loaded: \(ids.joined(separator: ", "))."))
      return nil
    }
    log.extendsLine = extends.line
    return lent(by: base, log)
  }

  private func lent(by base: Declaration, _ log: ProblemLog) -> Declaration {
    var whole = self
    for (key, value) in base.mapping {
      guard let name = key.string, name != "extends", mapping[key] == nil else { continue }
      whole.mapping[key] = value
      whole.lentDirectories[name] = base.lentDirectories[name] ?? base.directory
      log.lentKeys.insert(name)
    }
    return whole
  }
}

extension YamlError {
  /// The line to blame, from 1; 0 where none can be.
  fileprivate func line(in text: String) -> Int {
    switch self {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
      mark.line
    case .reader(_, let offset?, _, _):
      1 + text.prefix(offset).count { $0.isNewline }
    case .duplicatedKeysInMapping(let names, let context):
      Self.secondLine(of: names.first ?? "", after: context.mark, in: text)
    default: 0
    }
  }

  fileprivate var plainWords: Message {
    switch self {
    case .scanner(_, let problem, _, _), .parser(_, let problem, _, _),
      .composer(_, let problem, _, _), .reader(let problem, _, _, _):
      "not YAML: \(problem)."
    case .duplicatedKeysInMapping(let names, let context):
      "the key \"\(names.first ?? "")\" stands twice in one mapping, first on line "
        + "\(context.mark.line)."
    default: "not YAML: \(self)."
    }
  }

  /// Between the two keys every line is indented deeper, so the next line that begins alike at the
  /// same column is the second one; in a mapping on one line it is the same line.
  private static func secondLine(of name: String, after first: Mark, in text: String) -> Int {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let indented = String(repeating: " ", count: first.column - 1) + name + ":"
    let second = lines.indices.dropFirst(first.line).first { lines[$0].hasPrefix(indented) }
    return second.map { $0 + 1 } ?? first.line
  }
}
