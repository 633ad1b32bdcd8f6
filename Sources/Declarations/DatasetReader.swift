import Foundation
import Yams

/// Reads one dataset file's mapping into a dataset.
struct DatasetReader {
  let log: ProblemLog
  /// The folder of the dataset file, against which paths are read.
  let directory: URL
  /// The folder of each top-level key that an extended file lends.
  let lentDirectories: [String: URL]

  func read(_ root: NodeReader) -> Dataset? {
    guard let mapping = root.mapping(of: DatasetSchema.file) else { return nil }
    let id = readID(mapping)
    let title = mapping.required("title", "a text, or texts by language")?.words
    let source = mapping.required("source", "where records come from").flatMap {
      SourceReader(directory: directory(of: "source")).read($0)
    }
    let credit = mapping.required("credit", "whom to thank, and the licence").flatMap(readCredit)
    let key = mapping.required("key", "the path of each record's key").flatMap(readKey)
    let fields = readFields(mapping, joins: source?.joins ?? [])
    let list = mapping.required("list", "sort and title").flatMap(readList)
    guard let id, let title, let source, let credit, let key, let list else { return nil }
    let dataset = Dataset(
      id: id, title: title, summary: mapping["summary"]?.words, source: source, credit: credit,
      refresh: mapping["refresh"].map(RefreshReader().read) ?? Refresh(), key: key,
      fields: fields, search: mapping["search"]?.texts ?? [list.title], list: list,
      page: readPage(mapping), views: readViews(mapping), measure: mapping["measure"]?.text,
      snapshot: mapping["snapshot"].flatMap(readSnapshot), file: log.file)
    DatasetCheck(dataset: dataset, mapping: mapping).run()
    return dataset
  }

  private func directory(of key: String) -> URL { lentDirectories[key] ?? directory }

  private func readID(_ mapping: MappingReader) -> String? {
    guard let node = mapping.required("id", "a name of a-z, 0-9 and _"), let id = node.text
    else { return nil }
    if !isName(id) {
      node.complain("expected a name of a-z, 0-9 and _ that begins with a letter.")
    }
    if Dataset.reservedNames.contains(id) {
      node.complain("\"\(id)\" is reserved for addresses; name the dataset otherwise.")
    }
    return id
  }

  private func readCredit(_ node: NodeReader) -> Credit? {
    guard let mapping = node.mapping(of: DatasetSchema.credit) else { return nil }
    let text = mapping.required("text", "the words to show")?.text
    let licence = mapping.required("licence", "the licence, or none stated")?.text
    guard let text, let licence else { return nil }
    return Credit(text: text, homepage: mapping["homepage"]?.text, licence: licence)
  }

  private func readKey(_ node: NodeReader) -> Key? {
    guard case .mapping = node.node else { return Key(from: node.texts.map(FieldPath.init)) }
    guard let mapping = node.mapping(of: DatasetSchema.key),
      let from = mapping.required("from", "the path of the key")?.texts
    else { return nil }
    let type = mapping["type"]?.text ?? "text"
    if !["text", "integer"].contains(type) {
      mapping["type"]?.wrong(expected: "text or integer")
    }
    return Key(from: from.map(FieldPath.init), isInteger: type == "integer")
  }

  private func readFields(_ mapping: MappingReader, joins: [Join]) -> [Field] {
    guard let node = mapping.required("fields", "the declared fields") else { return [] }
    var fields = node.entries.compactMap { FieldReader().read($0.name, $0.value) }
    for join in joins where join.take != nil && !fields.contains(where: { $0.name == join.name }) {
      fields.append(Field(name: join.name, type: .list))
    }
    return fields
  }

  private func readList(_ node: NodeReader) -> ListLook? {
    guard let mapping = node.mapping(of: DatasetSchema.list),
      let title = mapping.required("title", "the field that names a record")?.text
    else { return nil }
    return ListLook(
      sort: mapping["sort"]?.texts.map { SortTerm($0) } ?? [SortTerm(field: title)],
      title: title, subtitle: mapping["subtitle"]?.texts ?? [],
      columns: mapping["columns"]?.texts ?? [], sections: mapping["sections"]?.text,
      image: mapping["image"]?.text, mark: mapping["mark"]?.text,
      unfold: mapping["unfold"]?.texts ?? [])
  }

  private func readPage(_ mapping: MappingReader) -> PageLook {
    PageLook(facts: mapping["page"]?.mapping(of: DatasetSchema.page)?["facts"]?.texts ?? [])
  }

  private func readViews(_ mapping: MappingReader) -> [View] {
    mapping["views"]?.entries.compactMap { name, node in
      if !isName(name) { node.complain("expected a name of a-z, 0-9 and _.") }
      guard let view = node.mapping(of: DatasetSchema.view),
        let title = view.required("title", "a text, or texts by language")?.words,
        let parameters = view.required("where", "filters, such as fall: Fell")?.parameters
      else { return nil }
      return View(name: name, title: title, parameters: parameters)
    } ?? []
  }

  private func readSnapshot(_ node: NodeReader) -> Snapshot? {
    guard let mapping = node.mapping(of: DatasetSchema.snapshot),
      let fileNode = mapping.required("file", "the snapshot's file"), let file = fileNode.text,
      let credit = mapping.required("credit", "whom to thank for it").flatMap(readCredit)
    else { return nil }
    let path = URL(filePath: file, relativeTo: directory(of: "snapshot")).path
    if !FileManager.default.fileExists(atPath: path) {
      fileNode.complain("expected a file; there is none at \(file).")
    }
    return Snapshot(file: path, credit: credit)
  }
}
