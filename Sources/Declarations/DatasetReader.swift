import Foundation

/// Reads one dataset file's mapping into a dataset.
///
/// What cannot be read is told and stood in for, so that all mistakes of a file are told at once.
struct DatasetReader {
  let log: ProblemLog
  /// The folder of the dataset file, against which paths are read.
  let directory: URL
  /// The folder of each top-level key that an extended file lends.
  let lentDirectories: [String: URL]

  /// The dataset, when nothing is wrong in the file.
  func read(_ root: NodeReader) -> Dataset? {
    guard let mapping = root.mapping(of: DatasetSchema.file) else { return nil }
    let source = readSource(mapping)
    let fields = readFields(mapping, joins: source.joins)
    let list = readList(mapping, fields)
    let dataset = Dataset(
      id: readID(mapping) ?? "", title: readTitle(mapping), summary: mapping["summary"]?.words,
      source: source, credit: readCredit(mapping),
      refresh: mapping["refresh"].map(RefreshReader().read) ?? Refresh(),
      history: mapping["history"].map(HistoryReader().read) ?? History(),
      key: readKey(mapping), fields: fields,
      search: inAllLanguages(
        mapping["search"]?.texts ?? titleField(list, fields, [.text, .list]), fields),
      list: list, page: readPage(mapping),
      greeting: mapping["greeting"].flatMap(GreetingReader().read), views: readViews(mapping),
      measure: mapping["measure"]?.text,
      snapshot: mapping["snapshot"].flatMap(readSnapshot), file: log.file)
    DatasetCheck(dataset: dataset, mapping: mapping).run()
    return log.problems.isEmpty ? dataset : nil
  }

  private func directory(of key: String) -> URL { lentDirectories[key] ?? directory }

  private func readSource(_ mapping: MappingReader) -> Source {
    mapping.required("source", "where records come from")
      .map(SourceReader(directory: directory(of: "source")).read) ?? Source(kind: .json, url: "")
  }

  private func readTitle(_ mapping: MappingReader) -> Words {
    mapping.required("title", "a text, or texts by language")?.words ?? Words([:])
  }

  private func readID(_ mapping: MappingReader) -> String? {
    let expected: Message = "a name of a-z, 0-9 and _ that begins with a letter"
    guard let node = mapping.required("id", expected), let id = node.text(expected: expected)
    else { return nil }
    if !isName(id) { node.wrong(expected: expected) }
    if Dataset.takenFileNames.contains(id) {
      node.complain("\"\(id)\" is reserved for addresses; name the dataset otherwise.")
    }
    return id
  }

  private func readCredit(_ mapping: MappingReader) -> Credit {
    let credit = mapping.required("credit", "whom to thank, and the licence")?
      .mapping(of: DatasetSchema.credit)
    return Credit(
      text: credit?.required("text", "the words to show")?.text ?? "",
      homepage: credit?["homepage"]?.homepage,
      licence: credit?.required("licence", "the licence, or none stated")?.text ?? "")
  }

  private func readKey(_ mapping: MappingReader) -> Key {
    guard let node = mapping.required("key", "the path of each record's key") else {
      return Key(from: [])
    }
    guard node.isMapping else { return Key(from: node.paths) }
    let key = node.mapping(of: DatasetSchema.key)
    let from = key?.required("from", "the path of the key")?.paths ?? []
    let type = key?["type"]?.choice(["text", "integer"])
    return Key(from: from, isInteger: type == "integer")
  }

  private func readFields(_ mapping: MappingReader, joins: [Join]) -> [Field] {
    let reader = FieldReader(directory: directory(of: "fields"))
    let node = mapping.required("fields", "the declared fields")
    var fields = node?.entries.flatMap { reader.read($0.name, $0.value) } ?? []
    for join in joins where join.take != nil && !fields.contains(where: { $0.name == join.name }) {
      fields.append(Field(name: join.name, type: .list))
    }
    return fields
  }

  private func readList(_ mapping: MappingReader, _ fields: [Field]) -> ListLook {
    let list = mapping.required("list", "how the list looks: at least its title")?
      .mapping(of: DatasetSchema.list)
    let title = list?.required("title", "the field that names a record")?.text
    var look = ListLook(
      sort: list?["sort"]?.texts.map { SortTerm($0) } ?? [], title: title ?? "",
      subtitle: list?["subtitle"]?.texts ?? [], columns: list?["columns"]?.texts ?? [],
      sections: list?["sections"]?.text, image: list?["image"]?.text, mark: list?["mark"]?.text,
      unfold: list?["unfold"]?.texts ?? [])
    if list?["sort"] == nil {
      let sortable = FieldType.allCases.filter(\.isSortable)
      look.sort = titleField(look, fields, sortable).map { SortTerm(field: $0) }
    }
    return look
  }

  /// The field that names a record, if its type is one of these.
  private func titleField(_ list: ListLook, _ fields: [Field], _ types: [FieldType]) -> [String] {
    fields.contains { $0.name == list.title && types.contains($0.type) } ? [list.title] : []
  }

  /// The fields of a search with those that hold the same in other languages, so that a record is
  /// found by each of its names, whoever reads.
  private func inAllLanguages(_ names: [String], _ fields: [Field]) -> [String] {
    var all: [String] = []
    for name in names {
      let others = fields.filter { $0.original == name }.map(\.name)
      for each in [name] + others where !all.contains(each) { all.append(each) }
    }
    return all
  }

  private func readPage(_ mapping: MappingReader) -> PageLook {
    PageLook(facts: mapping["page"]?.mapping(of: DatasetSchema.page)?["facts"]?.texts ?? [])
  }

  private func readViews(_ mapping: MappingReader) -> [View] {
    mapping["views"]?.entries.compactMap { name, node in
      if !isName(name) {
        node.complain("expected a name of a-z, 0-9 and _ that begins with a letter.")
      }
      guard let view = node.mapping(of: DatasetSchema.view) else { return nil }
      return View(
        name: name,
        title: view.required("title", "a text, or texts by language")?.words ?? Words([:]),
        parameters: view.required("where", "filters, such as fall: Fell")?.parameters ?? [])
    } ?? []
  }

  private func readSnapshot(_ node: NodeReader) -> Snapshot? {
    guard let mapping = node.mapping(of: DatasetSchema.snapshot) else { return nil }
    let credit = readCredit(mapping)
    guard let fileNode = mapping.required("file", "the snapshot's file"),
      let file = fileNode.text(expected: "the path of a file")
    else { return nil }
    let path = URL(filePath: file, relativeTo: directory(of: "snapshot")).path
    var isFolder: ObjCBool = false
    if !FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) || isFolder.boolValue {
      fileNode.complain("expected a file; there is none at \(file).")
    }
    return Snapshot(file: path, credit: credit)
  }
}
