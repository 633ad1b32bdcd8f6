/// Finds what contradicts itself in a dataset whose every key is well written.
///
/// It also runs over a file with mistakes: a field whose own declaration cannot be read is neither
/// missing nor of a wrong type.
struct DatasetCheck {
  let dataset: Dataset
  let mapping: MappingReader

  func run() {
    checkList()
    checkReferences()
    checkViews()
    checkBands()
    checkChoices()
    checkColumns()
    checkLanguages()
    checkLinks()
    checkRefresh()
    checkSimulation()
    if dataset.source.kind == .stream { mapping["history"]?.complain("a stream keeps no history.") }
  }

  var names: [String] { dataset.fields.map(\.name) }

  /// The names that the file declares, readable or not.
  private var declaredNames: [String] {
    let joins = mapping["source"]?.child("join")?.entriesOfMapping ?? []
    return (mapping["fields"]?.entriesOfMapping ?? []).map(\.name)
      + joins.filter { mayTakeMany($0.value) }.map(\.name)
  }

  private func mayTakeMany(_ join: NodeReader) -> Bool {
    guard join.isMapping else { return true }
    return join.entries.contains { $0.name == "take" || !DatasetSchema.join.contains($0.name) }
  }

  /// The declared field of a name, or a complaint at the place that names it.
  func field(_ name: String, _ node: NodeReader?) -> Field? {
    if let field = dataset.field(name) { return field }
    if declaredNames.contains(name) || mapping["fields"]?.isMapping != true { return nil }
    node?.complain(
      Message("no field is called \"\(name)\".")
        .hinted(NearestWord.hint(for: name, among: declaredNames))
        .followed(by: "Fields: \(declaredNames.joined(separator: ", "))."))
    return nil
  }

  func child(_ parent: String, _ key: String) -> NodeReader? { mapping[parent]?.child(key) }

  private func checkList() {
    checkSort()
    for key in ["title", "subtitle", "columns", "unfold"] { requireFields(child("list", key)) }
    requireFields(child("list", "sections"), [.text, .list, .year])
    requireFields(child("list", "image"), [.image])
    requireFields(child("list", "mark"), [.text])
    guard let mark = dataset.list.mark, let marked = dataset.field(mark), marked.type == .text,
      mapping["fields"]?.child(mark)?.child("choices") == nil
    else { return }
    child("list", "mark")?.complain("\"\(mark)\" declares no choices, whose tones are the marks.")
  }

  private func checkSort() {
    for part in child("list", "sort")?.parts ?? [] {
      guard let term = part.word.map({ SortTerm($0) }), term.field != "id",
        let found = field(term.field, part), !found.type.isSortable
      else { continue }
      part.complain("\"\(term.field)\" is of type \(found.type), which has no order.")
    }
  }

  /// Every name that stands there must be a field of one of the types.
  func requireFields(_ node: NodeReader?, _ types: [FieldType] = FieldType.allCases) {
    for part in node?.parts ?? [] {
      guard let name = part.word, let found = field(name, part), !types.contains(found.type)
      else { continue }
      let expected = types.map(\.rawValue).joined(separator: " or ")
      part.complain("expected a field of type \(expected); \"\(name)\" is of type \(found.type).")
    }
  }

  private func checkReferences() {
    requireFields(mapping["search"], [.text, .list])
    requireFields(child("page", "facts"))
    requireFields(child("greeting", "facts"))
    requireFields(mapping["measure"], [.point])
    requireFields(child("source", "revision"), [.integer, .number, .timestamp, .datetime])
  }

  private func checkRefresh() {
    if dataset.refresh.cursor == nil {
      child("refresh", "overlap")?.complain("means nothing without refresh.cursor.")
    }
    let kind = child("source", "kind")?.word.flatMap(Source.Kind.init(rawValue:))
    guard let kind, kind != .soda else { return }
    child("refresh", "cursor")?.complain(
      "needs a source of kind soda, which can be asked for what is newer.")
    if dataset.refresh.deletions == .ids {
      child("refresh", "deletions")?.complain(
        "ids needs a source of kind soda, which can be asked for keys alone.")
    }
  }

  private func checkSimulation() {
    guard dataset.source.simulation != nil else { return }
    for (name, node) in child("source", "simulate")?.child("fields")?.entriesOfMapping ?? [] {
      _ = field(name, node)
    }
    if let key = mapping["key"], !dataset.key.isInteger, key.child("type")?.word != "integer" {
      key.complain("a simulated stream numbers its records: expected type: integer.")
    }
  }
}
