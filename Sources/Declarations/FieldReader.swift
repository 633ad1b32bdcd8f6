import Yams

/// Reads one entry of `fields` of a dataset file.
struct FieldReader {
  func read(_ name: String, _ node: NodeReader) -> Field? {
    check(name, node)
    if case .scalar = node.node {
      return node.choice(of: FieldType.self).map { Field(name: name, type: $0) }
    }
    guard let mapping = node.mapping(of: DatasetSchema.field),
      let type = mapping.required("type", Self.typeNames)?.choice(of: FieldType.self)
    else { return nil }
    var field = Field(
      name: name, type: type, title: mapping["title"]?.words,
      from: mapping["from"]?.texts.map(FieldPath.init))
    readNumber(mapping, into: &field)
    readPlace(mapping, into: &field)
    readText(mapping, into: &field)
    return field
  }

  static let typeNames =
    "one of " + FieldType.allCases.map(\.rawValue).joined(separator: ", ")

  private func check(_ name: String, _ node: NodeReader) {
    if !isName(name) {
      node.complain("expected a name of a-z, 0-9 and _ that begins with a letter.")
    }
    if Dataset.reservedNames.contains(name) || name == "id" {
      node.complain("\"\(name)\" is reserved for addresses; name the field otherwise.")
    }
  }

  private func readNumber(_ mapping: MappingReader, into field: inout Field) {
    field.unit = mapping["unit"]?.text
    field.decimals = mapping["decimals"]?.integer(in: 0...9)
    if ![.number, .integer].contains(field.type) {
      mapping.forbid(
        ["unit", "decimals"], "belongs to a number, and this field is of type \(field.type).")
    }
  }

  private func readPlace(_ mapping: MappingReader, into field: inout Field) {
    guard field.type == .point else {
      return mapping.forbid(
        ["latitude", "longitude", "unknown"],
        "belongs to a point, and this field is of type \(field.type).")
    }
    field.unknownPlaces = mapping["unknown"].map(unknownPlaces) ?? []
    guard mapping.has("latitude") || mapping.has("longitude") else { return }
    let latitude = mapping.required("latitude", "the path of the degrees north")?.text
    let longitude = mapping.required("longitude", "the path of the degrees east")?.text
    guard let latitude, let longitude else { return }
    field.place = PlacePaths(
      latitude: FieldPath(latitude), longitude: FieldPath(longitude))
  }

  /// `[0, 0]` or `[[0, 0], [90, 0]]`.
  private func unknownPlaces(_ node: NodeReader) -> [Point] {
    let elements = node.elements
    if case .sequence = elements.first?.node { return elements.flatMap(unknownPlaces) }
    let degrees = elements.compactMap(\.number)
    guard degrees.count == 2, let point = Point(latitude: degrees[0], longitude: degrees[1])
    else {
      node.complain("expected a latitude and a longitude, such as [0, 0].")
      return []
    }
    return [point]
  }

  private func readText(_ mapping: MappingReader, into field: inout Field) {
    field.bands = mapping["bands"].flatMap(bands)
    field.choices = mapping["choices"]?.entries.map { choice($0.name, $0.value) } ?? []
    field.file = mapping["file"]?.text
    if field.type != .text {
      mapping.forbid(
        ["bands", "choices"], "belongs to a text, and this field is of type \(field.type).")
    }
    if field.type != .image {
      mapping.forbid(["file"], "belongs to an image, and this field is of type \(field.type).")
    }
    if field.bands != nil {
      mapping.forbid(["from"], "contradicts bands: the value follows from another field.")
    }
  }

  private func bands(_ node: NodeReader) -> Bands? {
    guard let mapping = node.mapping(of: DatasetSchema.bands),
      let of = mapping.required("of", "the name of a number field")?.text,
      let steps = mapping.required("steps", "bands with their least numbers")?.entries,
      let otherwise = mapping.required("otherwise", "the band below all steps")?.text
    else { return nil }
    let bounds = steps.compactMap { name, value in
      value.number.map { Bands.Step(name: name, atLeast: $0) }
    }
    return Bands(
      of: of, steps: bounds.sorted { $0.atLeast > $1.atLeast }, otherwise: otherwise)
  }

  private func choice(_ value: String, _ node: NodeReader) -> Choice {
    var choice = Choice(value: value, title: Words(english: value), tone: .plain)
    if case .mapping(let parts) = node.node, parts["title"] == nil && parts["tone"] == nil {
      choice.title = node.words ?? choice.title
    } else if case .mapping = node.node {
      guard let mapping = node.mapping(of: DatasetSchema.choice) else { return choice }
      choice.title = mapping["title"]?.words ?? choice.title
      choice.tone = mapping["tone"]?.choice(of: Choice.Tone.self) ?? .plain
    } else {
      choice.title = node.words ?? choice.title
    }
    return choice
  }
}

/// Whether a word can be the name of a dataset or field: `[a-z][a-z0-9_]*`.
func isName(_ word: String) -> Bool {
  guard let first = word.utf8.first, (97...122).contains(first) else { return false }
  return word.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
}
