/// Collects what is wrong while a dataset file is read.
final class ProblemLog {
  let file: String
  var problems: [DeclarationProblem] = []
  /// The top-level keys that another file lends, which have no line in this one.
  var lentKeys: Set<String> = []
  /// The line of `extends`, which is blamed for them.
  var extendsLine = 0

  init(file: String) {
    self.file = file
  }

  func add(_ key: String, _ line: Int, _ message: Message) {
    let top = key.prefix { $0 != "." && $0 != "[" }
    let isLent = lentKeys.contains(String(top))
    problems.append(
      DeclarationProblem(
        file: file, line: isLent ? extendsLine : line, key: key,
        message: isLent ? "\(message) (The extended dataset lends this key.)" : message))
  }
}
