import AlmanacDeclarations
import Testing
import Yams

@Suite struct `The keys of a dataset file` {
  @Test(arguments: Sample.allCases) func `are sound in every sample`(sample: Sample) throws {
    #expect(try problems(in: sample.text).isEmpty)
  }

  @Test func `all stand in a sample`() {
    let used = Set(SchemaKey.all.map(\.schemaName))
    for (path, keys) in DatasetSchema.mappings {
      for key in keys where !(path.isEmpty && key == "extends") {
        #expect(used.contains(path.isEmpty ? key : "\(path).\(key)"), "\(path).\(key)")
      }
    }
  }

  /// A letter doubled, a letter lost, two letters swapped, a capital.
  static func spellings(of word: String) -> Set<String> {
    let letters = Array(word)
    let swapped = [letters[1], letters[0]] + letters.dropFirst(2)
    return [
      String(letters[0]) + word, String(letters.dropLast()), String(swapped),
      letters[0].uppercased() + String(letters.dropFirst()),
    ]
  }

  @Test(arguments: SchemaKey.all) func `are told by their nearest word`(key: SchemaKey) throws {
    for spelling in Self.spellings(of: key.name) {
      let path = (key.path.dropLast() + [spelling]).joined(separator: ".")
      let told = try problems(in: key.misspelt(spelling)).filter { $0.key == path }
      #expect(told.map(\.line) == [key.line])
      let hint = "unknown key. Did you mean \"\(key.name)\"? Valid here: "
      #expect(told.first?.message.description.hasPrefix(hint) == true, "\(spelling): \(told)")
    }
  }

  static let required: Set<String> = [
    "id", "title", "source", "credit", "key", "fields", "list", "source.kind", "source.url",
    "source.paging.by", "source.paging.next", "source.join.*.url", "source.join.*.on",
    "source.simulate.fields", "source.simulate.fields.*.from", "source.simulate.fields.*.to",
    "credit.text", "credit.licence", "key.from", "fields.*.type", "fields.*.bands.of",
    "fields.*.bands.steps", "fields.*.bands.otherwise", "fields.*.latitude", "fields.*.longitude",
    "list.title", "greeting.facts", "views.*.title", "views.*.where", "snapshot.file",
    "snapshot.credit",
    "snapshot.credit.text", "snapshot.credit.licence",
  ]

  @Test(arguments: SchemaKey.all) func `are missed when they are required`(key: SchemaKey) throws {
    let told = try problems(in: key.replaced(by: nil))
    let missing = told.filter { $0.message.description.hasPrefix("missing: expected ") }.map(\.key)
    let isMissed = Self.required.contains(key.schemaName) || key.name == "one_of"
    #expect(missing.contains(key.dotted) == Self.required.contains(key.schemaName), "\(told)")
    #expect(missing.isEmpty != isMissed, "\(told)")
  }
}
