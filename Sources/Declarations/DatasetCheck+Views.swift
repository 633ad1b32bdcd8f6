extension DatasetCheck {
  func checkViews() {
    for (_, view) in mapping["views"]?.entriesOfMapping ?? [] {
      guard let conditions = view.child("where") else { continue }
      if conditions.isEmpty {
        conditions.complain("expected at least one filter, such as fall: Fell.")
      }
      for (name, node) in conditions.entriesOfMapping { checkCondition(name, node) }
    }
  }

  private func checkCondition(_ parameter: String, _ node: NodeReader) {
    let condition = ConditionName(parameter)
    guard let found = conditionField(condition.field, node) else { return }
    if let complaint = condition.complaint(for: found) { return node.complain(complaint) }
    guard let value = node.word else { return }
    if condition.test == .known {
      if !["true", "false"].contains(value) { node.wrong(expected: "true or false") }
    } else if FilterValue.read(value, found.type) == nil {
      node.wrong(expected: FilterValue.expected(found.type))
    } else if let names = bandNames(of: found) {
      checkBand(value, names, node)
    }
  }

  private func conditionField(_ name: String, _ node: NodeReader) -> Field? {
    name == "id"
      ? Field(name: "id", type: dataset.key.isInteger ? .integer : .text) : field(name, node)
  }
}
