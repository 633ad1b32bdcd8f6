import AlmanacDeclarations
import Foundation
import Testing

@Suite struct `The page about dataset files` {
  static var text: String {
    get throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
      return try String(
        contentsOf: root.appending(path: "Notes/dataset-file.md"), encoding: .utf8)
    }
  }

  @Test func `explains every key`() throws {
    let words = try Set(Self.text.matches(of: /`([a-zA-Z_.]+)`/).map { String($0.1) })
    let last = Set(words.compactMap { $0.split(separator: ".").last.map(String.init) })
    for (path, keys) in DatasetSchema.mappings {
      for key in keys { #expect(last.contains(key), "\(path).\(key)") }
    }
  }

  @Test func `explains no key that does not exist`() throws {
    let known = Set(DatasetSchema.mappings.flatMap(\.keys))
    let cells = try Self.text.matches(of: /(?m)^\| ((?:`[a-zA-Z_.]+`(?:, )?)+) \|/).map(\.1)
    #expect(cells.count > 40)
    for name in cells.flatMap({ $0.matches(of: /`([a-zA-Z_.]+)`/) }).map(\.1) {
      let key = name.split(separator: ".").last.map(String.init) ?? ""
      #expect(known.contains(key), "\(name)")
    }
  }

  @Test func `names every type, kind, occasion and tone`() throws {
    let text = try Self.text
    let names =
      FieldType.allCases.map(\.rawValue) + Source.Kind.allCases.map(\.rawValue)
      + Refresh.Occasion.allCases.map(\.rawValue) + Refresh.Deletions.allCases.map(\.rawValue)
      + Choice.Tone.allCases.map(\.rawValue)
    for name in names { #expect(text.contains(name), "\(name)") }
  }

  @Test func `has an example that is sound`() throws {
    let example = try #require(
      try Self.text.firstMatch(of: /```yaml\n(.*?)```/.dotMatchesNewlines()))
    #expect(try problems(in: String(example.1)).isEmpty)
  }
}
