import AlmanacDeclarations
import Foundation
import Testing
import Yams

/// One key of the schema where it stands in a sample.
struct SchemaKey: Sendable, CustomTestStringConvertible {
  let sample: Sample
  /// The mapping it stands in, as `DatasetSchema.mappings` calls it.
  let mapping: String
  /// The keys from the top down to it.
  let path: [String]
  let line: Int
  let column: Int

  var name: String { path.last ?? "" }
  var dotted: String { path.joined(separator: ".") }
  /// `fields.*.type`: the key without the person's own names.
  var schemaName: String { mapping.isEmpty ? name : "\(mapping).\(name)" }
  var testDescription: String { "\(sample.rawValue) \(dotted)" }

  /// Every schema key of every sample.
  static let all: [SchemaKey] = Sample.allCases.flatMap { sample in
    guard let root = composed(sample.text) else { return [SchemaKey]() }
    return keys(in: root, at: [], of: sample)
  }

  static func composed(_ text: String) -> Node? {
    do { return try Yams.compose(yaml: text) } catch { return nil }
  }

  private static func keys(in node: Node, at path: [String], of sample: Sample) -> [SchemaKey] {
    guard case .mapping(let entries) = node else { return [] }
    let mapping = DatasetSchema.mappings.first { matches($0.path, path) }?.path
    return entries.flatMap { key, value in
      let here = path + [key.string ?? ""]
      guard let mapping, let mark = key.mark else { return keys(in: value, at: here, of: sample) }
      let found = SchemaKey(
        sample: sample, mapping: mapping, path: here, line: mark.line, column: mark.column)
      return (isWords(mapping, key) ? [] : [found]) + keys(in: value, at: here, of: sample)
    }
  }

  /// The keys of a choice that is a title by language are languages, not keys of the schema.
  private static func isWords(_ mapping: String, _ key: Node) -> Bool {
    mapping == "fields.*.choices.*" && key.string?.count == 2
  }

  private static func matches(_ pattern: String, _ path: [String]) -> Bool {
    let parts = pattern.split(separator: ".").map(String.init)
    return parts.count == path.count && zip(parts, path).allSatisfy { $0 == "*" || $0 == $1 }
  }

  /// The sample with this key spelt otherwise.
  func misspelt(_ spelling: String) -> String {
    var lines = sample.text.components(separatedBy: "\n")
    let text = lines[line - 1]
    let start = text.unicodeScalars.index(text.startIndex, offsetBy: column - 1)
    let end = text.index(start, offsetBy: name.count)
    lines[line - 1] = text.replacingCharacters(in: start..<end, with: spelling)
    return lines.joined(separator: "\n")
  }

  /// The sample with another value for this key, or without it.
  func replaced(by value: Node?) throws -> String {
    let root = try #require(Self.composed(sample.text))
    return try Yams.serialize(node: Self.replacing(path[...], in: root, by: value))
  }

  private static func replacing(_ path: ArraySlice<String>, in node: Node, by value: Node?) -> Node
  {
    guard case .mapping(var entries) = node, let first = path.first else { return node }
    let key = Node(first)
    if path.count == 1 {
      entries[key] = value
    } else if let inner = entries[key] {
      entries[key] = replacing(path.dropFirst(), in: inner, by: value)
    }
    return .mapping(entries)
  }
}
