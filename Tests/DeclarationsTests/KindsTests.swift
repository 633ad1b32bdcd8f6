import AlmanacDeclarations
import Testing
import Yams

@Suite struct `A value of another YAML kind` {
  static var kinds: [String: Node] {
    [
      "mapping": ["zz": "1"], "list": [["1"]], "number": "7",
      "empty": Node("", Tag(.null)), "empty list": Node([] as [Node]),
    ]
  }

  /// Keys that a list may be empty of.
  static let mayBeEmpty: Set<String> = [
    "source.select", "search", "refresh.when", "page.facts", "list.unfold", "list.subtitle",
    "list.sort", "list.columns",
  ]

  /// Keys whose names and values are the person's own.
  static let maps: Set<String> = ["source.parameters", "source.headers", "source.filters"]

  @Test(arguments: SchemaKey.all) func `is told, unless it can be read as what is expected`(
    key: SchemaKey
  ) throws {
    for (kind, value) in Self.kinds {
      let told = try problems(in: key.replaced(by: value))
      let isFine =
        kind == "number" || (kind == "empty list" && Self.mayBeEmpty.contains(key.schemaName))
        || (kind == "mapping" && Self.maps.contains(key.schemaName))
      #expect(!told.isEmpty || isFine, "\(kind) was taken")
    }
  }
}
