import AlmanacDeclarations
import Foundation
import Testing

@Suite struct `A folder of dataset files` {
  static func summary(_ contents: DatasetFolder.Contents) -> [String] {
    contents.datasets.map { "\($0.id): \($0.title.text(in: "en"))" }
  }

  /// The built-in shops, and a person's own folder with one file.
  static func load(_ own: String) throws -> DatasetFolder.Contents {
    let builtIn = try TemporaryFolder()
    let folder = try TemporaryFolder()
    try builtIn.write("shops/dataset.yaml", Sample.csv.text)
    try folder.write("mine.yaml", own)
    return DatasetFolder.load([builtIn.url, folder.url])
  }

  @Test func `holds NAME.yaml, NAME.yml and NAME/dataset.yaml, and passes over all else`() throws {
    let folder = try TemporaryFolder()
    for (name, id) in [
      ("a.yaml", "a"), ("b.yml", "b"), ("c/dataset.yaml", "c"), ("d/other.yaml", "d"),
      (".e.yaml", "e"), ("f.yaml~", "f"), ("g.json", "g"),
    ] {
      try folder.write(name, Sample.csv.text.replacing("id: shops", with: "id: \(id)"))
    }
    let contents = DatasetFolder.load([folder.url])
    #expect(contents.datasets.map(\.id) == ["a", "b", "c"])
    #expect(contents.problems.isEmpty)
  }

  @Test func `is told when it cannot be read`() {
    let contents = DatasetFolder.load([URL(filePath: "/nowhere/at/all")])
    #expect(
      contents.problems.map(\.description) == ["/nowhere/at/all: the folder cannot be read."])
  }

  @Test func `overrides one key of a built-in dataset`() throws {
    let contents = try Self.load("extends: shops\ntitle: My shops\n")
    #expect(contents.problems.isEmpty)
    #expect(Self.summary(contents) == ["shops: My shops"])
    #expect(contents.datasets.first?.source.delimiter == ";")
  }

  @Test func `adds a dataset that extends another under an id of its own`() throws {
    let contents = try Self.load("extends: shops\nid: stalls\ntitle: Stalls\n")
    #expect(Self.summary(contents) == ["shops: Shops", "stalls: Stalls"])
  }

  @Test func `replaces a dataset of the same id`() throws {
    let contents = try Self.load(Sample.csv.text.replacing("title: Shops", with: "title: Mine"))
    #expect(Self.summary(contents) == ["shops: Mine"])
  }

  @Test func `leaves the built-in dataset alive when the override is broken`() throws {
    let contents = try Self.load("extends: shops\ntitel: My shops\n")
    #expect(Self.summary(contents) == ["shops: Shops"])
    #expect(contents.problems.map(\.short) == ["2: titel: unknown key. Did you mean \"title\"?"])
  }

  @Test(arguments: [
    (
      "shop", "no sound dataset loaded before this file is called \"shop\". Did you mean \"shops\"?"
    ),
    ("deals", "no sound dataset loaded before this file is called \"deals\"."),
    ("[shops]", "expected the id of a dataset, found a list."),
    ("", "expected the id of a dataset, found nothing."),
  ]) func `is told of a base that is not there`(base: String, told: String) throws {
    let contents = try Self.load("title: My shops\nextends: \(base)\n")
    #expect(Self.summary(contents) == ["shops: Shops"])
    let found = contents.problems.map(\.description).first ?? ""
    #expect(found.contains("mine.yaml:2: extends: \(told)"), "\(found)")
  }

  @Test func `blames extends for a lent key that the override contradicts`() throws {
    let contents = try Self.load("# mine\nextends: shops\nfields: { label: text }\n")
    #expect(
      contents.problems.map(\.message) == [
        "no field is called \"name\". Fields: label. (The extended dataset lends this key.)"
      ])
    #expect(contents.problems.map(\.line) == [2])
  }

  @Test func `extends what an earlier file extended, in order of folders and names`() throws {
    let folders = try [TemporaryFolder(), TemporaryFolder(), TemporaryFolder()]
    try folders[0].write("shops.yaml", Sample.csv.text)
    try folders[1].write("shops.yaml", "extends: shops\ntitle: Second\n")
    try folders[2].write("shops.yaml", "extends: shops\nsummary: Third\n")
    let contents = DatasetFolder.load(folders.map(\.url))
    #expect(Self.summary(contents) == ["shops: Second"])
    #expect(contents.datasets.first?.summary?.text(in: "en") == "Third")
    let reversed = DatasetFolder.load(folders.reversed().map(\.url))
    #expect(reversed.problems.map(\.key) == ["extends", "extends"])
  }

  @Test func `may not declare one id twice`() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write("a.yaml", Sample.csv.text)
    try folder.write("b.yaml", "# again\n" + Sample.next.text)
    let contents = DatasetFolder.load([folder.url])
    #expect(contents.datasets.map(\.file) == [first.path])
    #expect(
      contents.problems.map(\.short) == [
        "2: id: \"shops\" is declared in the same folder by \(first.path)."
      ])
  }
}
