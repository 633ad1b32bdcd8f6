import Yams

/// Finds what contradicts itself in a dataset whose every key is well written.
struct DatasetCheck {
  let dataset: Dataset
  let mapping: MappingReader

  func run() {
    checkList()
    checkReferences()
    checkViews()
    checkBands()
    checkColumns()
    checkRefresh()
    checkSimulation()
  }

  private var names: [String] { dataset.fields.map(\.name) }

  /// The declared field of a name, or a complaint at the place that names it.
  private func field(_ name: String, _ node: NodeReader?) -> Field? {
    if let field = dataset.field(name) { return field }
    node?.complain(
      "no field is called \"\(name)\".\(NearestWord.hint(for: name, among: names))"
        + " Fields: \(names.joined(separator: ", ")).")
    return nil
  }

  private func child(_ parent: String, _ key: String) -> NodeReader? {
    guard let node = mapping[parent], case .mapping(let values) = node.node,
      let child = values[key]
    else { return nil }
    return NodeReader(node: child, key: "\(parent).\(key)", log: node.log)
  }

  private func checkList() {
    let list = dataset.list
    let sort = child("list", "sort")
    for term in list.sort where term.field != "id" {
      guard let found = field(term.field, sort), !found.type.isSortable else { continue }
      sort?.complain("\"\(term.field)\" is of type \(found.type), which has no order.")
    }
    _ = field(list.title, child("list", "title"))
    for name in list.subtitle { _ = field(name, child("list", "subtitle")) }
    for name in list.columns { _ = field(name, child("list", "columns")) }
    for name in list.unfold { _ = field(name, child("list", "unfold")) }
    require(list.sections, child("list", "sections"), [.text, .list, .year])
    require(list.image, child("list", "image"), [.image])
    require(list.mark, child("list", "mark"), [.text])
  }

  private func require(_ name: String?, _ node: NodeReader?, _ types: [FieldType]) {
    guard let name, let found = field(name, node), !types.contains(found.type) else { return }
    let expected = types.map(\.rawValue).joined(separator: " or ")
    node?.complain("expected a field of type \(expected); \"\(name)\" is of type \(found.type).")
  }

  private func checkReferences() {
    for name in dataset.search { require(name, mapping["search"], [.text, .list]) }
    for name in dataset.page.facts { _ = field(name, child("page", "facts")) }
    require(dataset.measure, mapping["measure"], [.point])
  }

  private func checkViews() {
    guard let views = mapping["views"] else { return }
    for (name, node) in views.entries {
      guard let view = dataset.view(name), case .mapping(let parts) = node.node,
        let place = parts["where"]
      else { continue }
      let reader = NodeReader(node: place, key: "\(node.key).where", log: node.log)
      for (parameter, value) in reader.entries {
        guard view.parameters.contains(where: { $0.name == parameter }) else { continue }
        checkCondition(parameter, value)
      }
    }
  }

  private func checkCondition(_ parameter: String, _ node: NodeReader) {
    let condition = ConditionName(parameter)
    guard let found = field(condition.field, node) else { return }
    if let complaint = condition.complaint(for: found) { node.complain(complaint) }
  }

  private func checkBands() {
    for entry in dataset.fields {
      guard let bands = entry.bands else { continue }
      let node = mapping["fields"]?.entries.first { $0.name == entry.name }?.value
      require(bands.of, node, [.number, .integer])
      if bands.steps.isEmpty { node?.complain("expected at least one step.") }
    }
  }

  /// A point takes two columns of the store; a declared field must not take one of them.
  private func checkColumns() {
    for point in dataset.fields where point.type == .point {
      for taken in ["\(point.name)_latitude", "\(point.name)_longitude"] where names.contains(taken)
      {
        mapping["fields"]?.complain(
          "\"\(taken)\" is where the store keeps the point \"\(point.name)\"; name one otherwise.")
      }
    }
  }

  private func checkRefresh() {
    let kind = dataset.source.kind
    if dataset.refresh.cursor != nil, kind != .soda {
      child("refresh", "cursor")?.complain(
        "needs a source of kind soda, which can be asked for what is newer.")
    }
    if dataset.refresh.deletions == .ids, kind != .soda {
      child("refresh", "deletions")?.complain(
        "ids needs a source of kind soda, which can be asked for keys alone.")
    }
  }

  private func checkSimulation() {
    guard let simulation = dataset.source.simulation else { return }
    for made in simulation.fields { _ = field(made.name, child("source", "simulate")) }
    if !dataset.key.isInteger {
      mapping["key"]?.complain("a simulated stream numbers its records: expected type integer.")
    }
  }
}
