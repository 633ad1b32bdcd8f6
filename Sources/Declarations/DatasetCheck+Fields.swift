extension DatasetCheck {
  func checkBands() {
    for entry in dataset.fields {
      let node = mapping["fields"]?.child(entry.name)?.child("bands")
      requireFields(node?.child("of"), [.number, .integer])
      guard let bands = entry.bands, let steps = node?.child("steps") else { continue }
      if steps.isEmpty { steps.complain("expected at least one step.") }
      for (step, next) in zip(bands.steps, bands.steps.dropFirst())
      where step.atLeast == next.atLeast {
        steps.complain("\"\(step.name)\" and \"\(next.name)\" begin at the same number.")
      }
    }
  }

  /// Where values follow from bands, only the bands can be chosen.
  func checkChoices() {
    for entry in dataset.fields {
      guard let bands = entry.bands else { continue }
      let names = bands.steps.map(\.name) + [bands.otherwise]
      let choices = mapping["fields"]?.child(entry.name)?.child("choices")
      for (name, node) in choices?.entriesOfMapping ?? [] where !names.contains(name) {
        node.complain(
          "no band is called \"\(name)\".\(NearestWord.hint(for: name, among: names))"
            + " Bands: \(names.joined(separator: ", ")).")
      }
    }
  }

  /// A point takes two columns of the store; a declared field must not take one of them.
  func checkColumns() {
    for point in dataset.fields where point.type == .point {
      for taken in ["\(point.name)_latitude", "\(point.name)_longitude"] where names.contains(taken)
      {
        mapping["fields"]?.child(taken)?.complain(
          "\"\(taken)\" is where the store keeps the point \"\(point.name)\"; name one otherwise.")
      }
    }
  }
}
