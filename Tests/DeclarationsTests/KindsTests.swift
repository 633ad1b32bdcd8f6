import AlmanacDeclarations
import Testing
import Yams

@Suite struct `A value of another YAML kind` {
  static let kinds: [String: Node] = [
    "mapping": ["zz": "1"], "list": [["1"]], "number": "7",
    "empty": Node("", Tag(.null)), "empty list": Node([] as [Node]),
  ]

  @Test(arguments: SchemaKey.all) func `is told, or taken as the page says`(key: SchemaKey) throws {
    for (kind, value) in Self.kinds {
      let told = try problems(in: key.replaced(by: value))
      if told.isEmpty {
        print("ACCEPTED \(key.schemaName) \(kind)")
      } else if !told.contains(where: { $0.key.hasPrefix(key.dotted) }) {
        print("ELSEWHERE \(key.schemaName) \(kind) \(told.map(\.short))")
      }
    }
  }
}
