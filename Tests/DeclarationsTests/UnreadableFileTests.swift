import AlmanacDeclarations
import Foundation
import Testing

@Suite struct `A file that is no dataset file` {
  static let texts: [(text: String, told: [String])] = [
    ("", ["1: : expected a mapping with"]),
    ("# nothing yet\n", ["1: : expected a mapping with"]),
    ("---\n...\n", ["1: : expected a mapping with"]),
    ("- id: shops\n", ["1: : expected a mapping with"]),
    ("shops\n", ["1: : expected a mapping with"]),
    ("id: shops\ntitle: [Shops\n", ["3: : not YAML:"]),
    ("id: shops\ntitle: \"Shops\n", ["3: : not YAML:"]),
    ("id: shops\n\ttitle: Shops\n", ["2: : not YAML:"]),
    ("id: shops\ntitle: Shops: of one town\n", ["2: : not YAML:"]),
    ("id: shops\ntitle: *shops\n", ["2: : not YAML: found undefined alias."]),
    ("id: shops\n---\nid: deals\n", ["2: : not YAML:"]),
    ("id: shops\ntitle: Sh\u{1}ops\n", ["2: : not YAML: control characters"]),
    (String(repeating: "[", count: 100_000), ["1: : not YAML:"]),
  ]

  @Test(arguments: texts) func `is told with its line`(text: String, told: [String]) throws {
    let found = try problems(in: text).map { "\($0.line): \($0.key): \($0.message)" }
    #expect(found.count == told.count, "\(found)")
    #expect(zip(found, told).allSatisfy { $0.hasPrefix($1) }, "\(found)")
  }

  @Test(arguments: [
    ("id: a\ntitle: A\nid: b\n", "id", 1, 3),
    (
      "fields:\n  a:\n    type: text\n  b:\n    type: text\n    unit: g\n    type: date\n", "type",
      5, 7
    ),
    ("credit: { text: A, text: B }\n", "text", 1, 1),
  ]) func `is told of a key that stands twice`(
    text: String, key: String, first: Int, second: Int
  ) throws {
    let told = try problems(in: text).map(\.short)
    #expect(
      told == [
        "\(second): : the key \"\(key)\" stands twice in one mapping, first on line \(first)."
      ])
  }

  @Test func `is told of the line that is not UTF-8`() throws {
    let data =
      Data("id: shops\ntitle: Sklepy w ".utf8) + Data([0xA3, 0x6F, 0x64]) + Data("\n".utf8)
    let told = try TemporaryFolder().problems(of: data).map(\.short)
    #expect(told == ["2: : the file is not UTF-8 text."])
  }

  @Test func `may begin with a byte order mark`() throws {
    #expect(try problems(in: "\u{FEFF}" + Sample.csv.text).isEmpty)
  }

  @Test func `may end its lines as Windows does`() throws {
    let text = Sample.json.text.replacing("\n", with: "\r\n")
    #expect(try problems(in: text).isEmpty)
    let told = try problems(in: text.replacing("kind: json", with: "kind: jsn")).map(\.line)
    #expect(told == [5])
  }

  @Test func `is told when it is not there, or is a folder`() throws {
    let folder = try TemporaryFolder()
    for name in ["none.yaml", "."] {
      let error = #expect(throws: DeclarationProblems.self) {
        try DatasetFolder.read(folder.url.appending(path: name))
      }
      #expect(error?.problems.map(\.message) == ["the file cannot be read."])
    }
  }

  @Test func `is named as it was given, with line and key`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("shops.yaml", "[]")
    let told = DatasetFolder.load([folder.url]).problems.map(\.description)
    #expect(told.count == 1 && told.first?.hasPrefix("\(file.path):1: expected a mapping") == true)
  }
}
