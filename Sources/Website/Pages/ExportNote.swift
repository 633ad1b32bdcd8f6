import AlmanacDeclarations
import AlmanacEngine

/// The ways to take a list away as a file.
struct ExportNote: Sendable, Hashable {
  /// What a file holds: "7 of 45,716 records".
  let what: String
  let links: [Link]

  /// One format.
  struct Link: Sendable, Hashable {
    let title: String
    let hint: String
    let address: String
    let type: String
  }

  init(dataset: Dataset, query: TableQuery, count: String, words: Catalogue) {
    var query = query.at(offset: 0)
    query.limit = TableQuery().limit
    what = words.say("export.what", ["count": count])
    links = ExportFormat.allCases.filter { $0.suits(dataset) }.map { format in
      Link(
        title: format.title, hint: words.say("export.\(format)"),
        address: Address.export(dataset.id, query, format), type: format.mediaType)
    }
  }
}
