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

  /// The bands of a field; nothing for another field, or where a step cannot be read.
  func bandNames(of field: Field) -> [String]? {
    let steps = mapping["fields"]?.child(field.name)?.child("bands")?.child("steps")
    guard field.type == .text, let bands = field.bands, !bands.steps.isEmpty,
      steps?.entriesOfMapping.count == bands.steps.count
    else { return nil }
    return bands.steps.map(\.name) + [bands.otherwise]
  }

  /// Complains about a word that is none of the bands.
  func checkBand(_ word: String, _ names: [String], _ node: NodeReader) {
    if names.contains(word) { return }
    node.complain(
      Message("no band is called \"\(word)\".")
        .hinted(NearestWord.hint(for: word, among: names))
        .followed(by: "Bands: \(names.joined(separator: ", "))."))
  }

  /// A point leads to what a field of type link says.
  func checkLinks() {
    for entry in dataset.fields where entry.link != nil {
      requireFields(mapping["fields"]?.child(entry.name)?.child("link"), [.link])
    }
  }

  /// Where values follow from bands, only the bands can be chosen.
  func checkChoices() {
    for entry in dataset.fields {
      guard let names = bandNames(of: entry) else { continue }
      let choices = mapping["fields"]?.child(entry.name)?.child("choices")
      for (name, node) in choices?.entriesOfMapping ?? [] { checkBand(name, names, node) }
    }
  }

  /// A field in another language is a field like any other, so its name must be free.
  func checkLanguages() {
    for entry in dataset.fields where entry.original != nil {
      guard let original = entry.original, names.count(where: { $0 == entry.name }) > 1 else {
        continue
      }
      let language = String(entry.name.dropFirst(original.count + 1))
      mapping["fields"]?.child(original)?.child("in")?.child(language)?.complain(
        """
        keeps its values in a field "\(entry.name)", which is declared already; name that one \
        otherwise.
        """)
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
