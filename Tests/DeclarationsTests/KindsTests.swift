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
    "source.select", "search", "refresh.when", "page.facts", "greeting.facts", "list.unfold",
    "list.subtitle",
    "list.sort", "list.columns", "fields.*.hosts",
  ]

  /// Keys whose names and values are the person's own.
  static let maps: Set<String> = [
    "source.parameters", "source.headers", "source.filters", "fields.*.in",
  ]

  /// Keys whose text, path or value may be written in digits.
  static let mayBeDigits: Set<String> = [
    "title", "summary", "source.url", "source.records", "source.paging.offset",
    "source.paging.limit", "source.paging.size", "source.paging.most",
    "source.paging.next", "source.join.*.url",
    "source.join.*.on", "source.join.*.records", "source.join.*.take", "source.where",
    "source.select", "source.page", "source.delimiter", "source.simulate.records",
    "source.simulate.packet",
    "source.simulate.pause", "source.simulate.seed", "source.simulate.fields.*.from",
    "source.simulate.fields.*.decimals", "source.simulate.fields.*.one_of", "source.group.records",
    "credit.text",
    "credit.licence", "refresh.cursor", "refresh.overlap", "history.most", "key", "key.from",
    "fields.*.title",
    "fields.*.from",
    "fields.*.unit", "fields.*.decimals", "fields.*.latitude", "fields.*.longitude",
    "fields.*.file", "fields.*.bands.otherwise", "fields.*.choices.*.title", "views.*.title",
    "snapshot.credit.text", "snapshot.credit.licence",
  ]

  @Test(arguments: SchemaKey.all) func `is told, unless it can be read as what is expected`(
    key: SchemaKey
  ) throws {
    for (kind, value) in Self.kinds {
      let told = try problems(in: key.replaced(by: value))
      let isFine =
        (kind == "number" && Self.mayBeDigits.contains(key.schemaName))
        || (kind == "empty list" && Self.mayBeEmpty.contains(key.schemaName))
        || (kind == "mapping" && Self.maps.contains(key.schemaName))
      #expect(!told.isEmpty || isFine, "\(kind) was taken")
    }
  }
}
