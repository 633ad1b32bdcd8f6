import AlmanacDeclarations
import Testing

@Suite struct `A part of an address` {
  /// Keys that could be read as a word of addresses, a document, a step or nothing.
  static let mistaken = [
    "map", "near", "live", "changes", "distance", "facts", "chart", "embed", "aside", "retry",
    "some-word", "some_word", "x.json", "x.csv", "PL.ndjson", "a.geojson", "b.sqlite", "c.atom",
    "changes.atom", "csv-metadata.json", "Map.export.json", "example.com", ".", "..", ".json", "~",
    "~~", "~~~", "~map~", "~x", " ", "\t", "\u{A0}", "",
  ]
  static let plain = [
    "PL", "AQ", "1", "-1", "s1", "us7000abc", "Map", "a b", "a/b", "50%", "%2F", "%6Dap", "?x",
    "#x", "...", "1.5", "A.B", "x.", "ł", "🪨", "map ", "~x~y", "x~", "map?",
  ]

  @Test(arguments: mistaken) func `stands between tildes where it could be mistaken`(key: String) {
    let isOpen = key == "~x"
    let part = PathPart.text(ofKey: key)
    #expect(part == (isOpen ? key : "~\(key)~"))
    if !key.isEmpty { #expect(PathPart.meaning(part) == key) }
  }

  @Test(arguments: plain) func `is the key itself where it could not`(key: String) {
    #expect(PathPart.text(ofKey: key) == key)
    #expect(PathPart.meaning(key) == key)
  }

  @Test(arguments: plain + mistaken.filter { !$0.isEmpty })
  func `means the key between its tildes, whatever it is`(key: String) {
    #expect(PathPart.meaning(PathPart.enclosed(key)) == key)
  }

  @Test(arguments: ["status", "new", "sql", "site", "en", "pl", "sk", "ru", "map", "index"])
  func `that names a dataset stands between tildes where it is reserved`(id: String) {
    #expect(PathPart.text(ofDataset: id) == "~\(id)~")
    #expect(PathPart.text(ofDataset: "countries") == "countries")
  }
}
