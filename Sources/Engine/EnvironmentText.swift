import Foundation

/// Texts of a dataset file in which `${NAME}` and `${NAME:-default}` stand for the environment.
struct EnvironmentText: Sendable {
  var variables: [String: String]

  /// A variable that a dataset needs and the environment does not have.
  struct Missing: Error, CustomStringConvertible {
    let name: String
    var description: String { "needs \(name) in the environment, which is not set" }
  }

  /// The text with every variable replaced.
  func expand(_ text: String) throws(Missing) -> String {
    var result = ""
    var rest = text[...]
    while let start = rest.range(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}")
    {
      result += rest[..<start.lowerBound]
      result += try value(of: String(rest[start.upperBound..<end]))
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  /// The variables that a text names.
  static func names(in text: String) -> [String] {
    text.matches(of: #/\$\{([A-Za-z_][A-Za-z0-9_]*)/#).map { String($0.1) }
  }

  private func value(of expression: String) throws(Missing) -> String {
    let parts = expression.split(separator: ":-", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    if let value = variables[name], !value.isEmpty { return value }
    guard parts.count > 1 else { throw Missing(name: name) }
    return String(parts[1])
  }
}
