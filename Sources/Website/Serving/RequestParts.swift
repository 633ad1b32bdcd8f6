import AlmanacDeclarations
import Foundation
import Hummingbird

extension Request {
  /// The query's parameters in their order, decoded as forms encode them; without the language,
  /// which every address may ask for.
  func queryParameters() throws(Problem) -> [(name: String, value: String)] {
    try Self.parameters(try wholeQuery())
      .filter { $0.name != Preferences.languageParameter }
  }

  /// Parameters as forms encode them.
  static func parameters(_ query: Substring) throws(Problem) -> [(name: String, value: String)] {
    var parameters: [(name: String, value: String)] = []
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try decoded(parts[0])
      parameters.append((name, parts.count > 1 ? try decoded(parts[1]) : ""))
    }
    return parameters
  }

  private static func decoded(_ text: Substring) throws(Problem) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return String(text)
    }
    let spaced = text.replacing("+", with: " ")
    guard let decoded = spaced.removingPercentEncoding else { throw Problem(.badRequest) }
    return decoded
  }
}

extension BasicRequestContext {
  /// A part of the path, decoded, without the suffix of the twin; a dataset's id and a record's key
  /// without the tildes that may stand around them.
  func part(_ name: String) throws -> String {
    let raw = try parameters.require(name)
    guard let decoded = raw.removingPercentEncoding else { throw Problem(.badRequest) }
    return ["dataset", "id"].contains(name) ? PathPart.meaning(decoded) : decoded
  }
}
