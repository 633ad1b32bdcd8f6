/// What is wrong in a dataset file, told to the person who writes it.
public struct DeclarationProblem: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file, as the reader was given it; empty where no file can be blamed.
  public var file: String
  /// The line, from 1; 0 where no line can be blamed.
  public var line: Int
  /// The key, with dots between levels (`fields.mass.type`); empty for the file itself.
  public var key: String
  /// What is wrong, what was expected, and the nearest valid word where there is one.
  public var message: Message

  /// Makes a problem from its parts.
  public init(file: String, line: Int, key: String, message: Message) {
    self.file = file
    self.line = line
    self.key = key
    self.message = message
  }

  /// Where the problem lies, as compilers write it: `FILE:LINE: KEY: `.
  public var place: String {
    let place = file.isEmpty ? "" : line > 0 ? "\(file):\(line): " : "\(file): "
    return place + (key.isEmpty ? "" : "\(key): ")
  }

  /// The problem in one line, as compilers write theirs.
  public var description: String { place + message.description }
}

/// Several problems of dataset files.
public struct DeclarationProblems: Error, Sendable, CustomStringConvertible {
  /// The problems in the order of their lines.
  public var problems: [DeclarationProblem]

  /// The problems, one a line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }
}
