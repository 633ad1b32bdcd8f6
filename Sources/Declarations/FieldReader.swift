import Foundation

/// Reads one entry of `fields` of a dataset file.
struct FieldReader {
  /// The folder against which the paths of pictures are read.
  let directory: URL

  /// The field, and after it those that hold its value in other languages; nothing where its type
  /// cannot be known.
  func read(_ name: String, _ node: NodeReader) -> [Field] {
    guard var field = readOne(name, node) else { return [] }
    guard field.type == .text, let languages = node.child("in") else { return [field] }
    let translations = translations(of: field, languages)
    for (language, translation) in translations { field.translations[language] = translation.name }
    return [field] + translations.map(\.field)
  }

  /// A field `name_pl` for each language, in the order of the file.
  private func translations(
    of field: Field, _ node: NodeReader
  ) -> [(language: String, field: Field)] {
    if node.isEmpty { node.complain("expected at least one language with its paths.") }
    return node.entries.compactMap { language, value in
      guard NodeReader.isLanguage(language) else {
        value.complain("expected a language code of two letters, such as en or pl.")
        return nil
      }
      let title = Words(field.title.byLanguage.mapValues { "\($0) (\(language))" })
      var translation = Field(
        name: "\(field.name)_\(language)", type: .text, title: title, from: value.paths)
      translation.original = field.name
      translation.trims = field.trims
      return (language, translation)
    }
  }

  private func readOne(_ name: String, _ node: NodeReader) -> Field? {
    if let complaint = Dataset.complaint(aboutFieldName: name) { node.complain(complaint) }
    if !node.isMapping {
      return node.choice(of: FieldType.self).map { Field(name: name, type: $0) }
    }
    guard let mapping = node.mapping(of: DatasetSchema.field) else { return nil }
    let types = FieldType.allCases.map(\.rawValue).joined(separator: ", ")
    let type = mapping.required("type", "one of \(types)")?.choice(of: FieldType.self)
    var field = Field(
      name: name, type: type ?? .text, title: mapping["title"]?.words, from: mapping["from"]?.paths)
    readNumber(mapping, into: &field)
    readPlace(mapping, into: &field)
    readText(mapping, into: &field)
    if let type { forbidMismatches(mapping, type) }
    return type == nil ? nil : field
  }

  private func forbidMismatches(_ mapping: MappingReader, _ type: FieldType) {
    let only: [(keys: [String], types: [FieldType], what: Message)] = [
      (["unit", "decimals"], [.number, .integer], "a number"),
      (["latitude", "longitude", "unknown", "link"], [.point], "a point"),
      (["bands", "in"], [.text], "a text"),
      (["choices"], [.text, .list], "a text or a list"),
      (["file", "hosts"], [.image], "an image"),
      (["order"], [.date, .datetime, .timestamp], "a date or a time"),
      (["trim"], [.text, .list], "a text or a list"),
    ]
    for (keys, types, what) in only where !types.contains(type) {
      mapping.forbid(keys, "belongs to \(what), and this field is of type \(type).")
    }
  }

  private func readNumber(_ mapping: MappingReader, into field: inout Field) {
    field.unit = mapping["unit"]?.text
    field.order = mapping["order"]?.choice(of: DateOrder.self)
    field.trims = mapping["trim"]?.boolean ?? false
    field.decimals = mapping["decimals"]?.integer(in: 0...9)
  }

  private func readPlace(_ mapping: MappingReader, into field: inout Field) {
    field.link = mapping["link"]?.text
    field.unknownPlaces = mapping["unknown"].map(unknownPlaces) ?? []
    guard mapping.has("latitude") || mapping.has("longitude") else { return }
    let latitude = mapping.required("latitude", "the path of the degrees north")?.path
    let longitude = mapping.required("longitude", "the path of the degrees east")?.path
    guard let latitude, let longitude else { return }
    field.place = PlacePaths(latitude: latitude, longitude: longitude)
  }

  /// `[0, 0]` or `[[0, 0], [90, 0]]`.
  private func unknownPlaces(_ node: NodeReader) -> [Point] {
    let parts = node.parts
    guard parts.first?.isList == true else { return unknownPlace(node).map { [$0] } ?? [] }
    return parts.compactMap(unknownPlace)
  }

  private func unknownPlace(_ node: NodeReader) -> Point? {
    let degrees = node.parts.map { $0.word.flatMap(NodeReader.number) }
    guard degrees.count == 2, let latitude = degrees[0], let longitude = degrees[1],
      let point = Point(latitude: latitude, longitude: longitude)
    else {
      node.complain("expected a latitude and a longitude in degrees, such as [0, 0].")
      return nil
    }
    return point
  }

  private func readText(_ mapping: MappingReader, into field: inout Field) {
    field.bands = mapping["bands"].flatMap(bands)
    field.choices = mapping["choices"]?.entries.map { choice($0.name, $0.value) } ?? []
    field.file = mapping["file"].flatMap(file)
    field.hosts = mapping["hosts"]?.elements.compactMap(host) ?? []
    if mapping.has("bands") {
      mapping.forbid(["from", "in"], "contradicts bands: the value follows from another field.")
    }
  }

  private func bands(_ node: NodeReader) -> Bands? {
    guard let mapping = node.mapping(of: DatasetSchema.bands) else { return nil }
    let of = mapping.required("of", "the name of a number field")?.text
    let steps = mapping.required("steps", "bands with their least numbers")?.entries
    let otherwise = mapping.required("otherwise", "the band below all steps")?.text
    let bounds = (steps ?? []).compactMap { name, value in
      value.number.map { Bands.Step(name: name, atLeast: $0) }
    }
    guard let of, let otherwise else { return nil }
    return Bands(
      of: of, steps: bounds.sorted { $0.atLeast > $1.atLeast }, otherwise: otherwise)
  }

  /// A title alone, or a mapping with `title` and `tone`.
  private func choice(_ value: String, _ node: NodeReader) -> Choice {
    var choice = Choice(value: value, title: Words(english: value), tone: .plain)
    guard isDetailed(node) else {
      choice.title = node.words ?? choice.title
      return choice
    }
    guard let mapping = node.mapping(of: DatasetSchema.choice) else { return choice }
    choice.title = mapping["title"]?.words ?? choice.title
    choice.tone = mapping["tone"]?.choice(of: Choice.Tone.self) ?? .plain
    return choice
  }

  private func isDetailed(_ node: NodeReader) -> Bool {
    guard node.isMapping else { return false }
    let names = node.entries.map(\.name)
    return names.contains(where: DatasetSchema.choice.contains)
      || !names.contains(where: NodeReader.isLanguage)
  }

  /// A name or an address as it stands in a URL, without scheme, port and path.
  private func host(_ node: NodeReader) -> String? {
    let expected: Message = "the name of a host such as flags.example.org"
    guard let text = node.text(expected: expected)?.lowercased() else { return nil }
    guard !text.allSatisfy(\.isNumber), let url = URL(string: "https://\(text)/"),
      url.host()?.lowercased() == text,
      url.port == nil
    else {
      node.wrong(expected: expected)
      return nil
    }
    return text.trimmingCharacters(in: ["[", "]"])
  }

  private func file(_ node: NodeReader) -> String? {
    guard let text = node.text(expected: "the path of a picture") else { return nil }
    for name in text.matches(of: #/\{([^}]*)\}/#).map({ String($0.1) })
    where !["id", "id_lower"].contains(name) {
      let found: Message = "expected \("{id} or {id_lower}"), found \("{\(name)}")."
      node.complain(found.hinted(NearestWord.hint(for: name, among: ["id", "id_lower"])))
    }
    return URL(filePath: text, relativeTo: directory).path
  }
}
