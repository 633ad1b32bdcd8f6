import Foundation

/// Reads `source` of a dataset file.
struct SourceReader {
  let directory: URL

  /// A source whose unreadable parts are left out; each is told.
  func read(_ node: NodeReader) -> Source {
    guard let mapping = node.mapping(of: DatasetSchema.source) else {
      return Source(kind: .json, url: "")
    }
    let kind = mapping.required("kind", "json, csv, soda or stream")?.choice(of: Source.Kind.self)
    var source = Source(kind: kind ?? .json, url: "")
    source.url = readAddress(mapping, kind) ?? ""
    source.headers = mapping["headers"].map(headers) ?? []
    source.parameters = mapping["parameters"].map(parameters) ?? []
    readShape(mapping, into: &source)
    readSODA(mapping, into: &source)
    readStream(mapping, into: &source)
    if let kind { forbidMismatches(mapping, kind) }
    return source
  }

  private func readAddress(_ mapping: MappingReader, _ kind: Source.Kind?) -> String? {
    guard kind == .stream else {
      return mapping.required("url", SourceAddress.expected).flatMap(address)
    }
    if mapping.has("simulate") {
      mapping.forbid(
        ["url", "headers", "parameters"], "contradicts simulate: the records are made up.")
      return nil
    }
    if !mapping.has("url") {
      mapping.forbid(
        ["headers", "parameters"], "needs url: a stream without one is fed by a program.")
    }
    return mapping["url"].flatMap(address)
  }

  private func readStream(_ mapping: MappingReader, into source: inout Source) {
    source.simulation = mapping["simulate"].flatMap(SimulationReader().read)
    source.revision = mapping["revision"]?.text(expected: "the name of a field")
    source.group = mapping["group"].map(GroupReader().read) ?? source.group
  }

  func address(_ node: NodeReader) -> String? {
    guard let text = node.text(expected: SourceAddress.expected) else { return nil }
    if let complaint = EnvironmentNames.complaint(in: text) { node.complain(complaint) }
    guard let absolute = SourceAddress.absolute(text, beside: directory) else {
      node.wrong(expected: SourceAddress.expected)
      return nil
    }
    return absolute
  }

  private func parameters(_ node: NodeReader) -> [Source.Parameter] {
    for (_, value) in node.entriesOfMapping {
      guard let complaint = value.word.flatMap(EnvironmentNames.complaint) else { continue }
      value.complain(complaint)
    }
    return node.parameters
  }

  private static let secretHeaders: Set<String> = [
    "authorization", "cookie", "proxy-authorization", "x-api-key", "x-app-token",
  ]

  private func headers(_ node: NodeReader) -> [Source.Parameter] {
    for (name, value) in node.entriesOfMapping {
      if name.wholeMatch(of: #/[!#$%&'*+\-.^_`|~0-9A-Za-z]+/#) == nil {
        value.complain("expected the name of a header: letters, digits and hyphens.")
      }
      let text = value.word ?? ""
      if text.contains(where: \.isNewline) { value.complain("expected a text of one line.") }
      if Self.secretHeaders.contains(name.lowercased()), !text.isEmpty, !text.contains("${") {
        value.complain("expected ${NAME}: secrets come from the environment, never from the file.")
      }
    }
    return parameters(node)
  }

  private func readShape(_ mapping: MappingReader, into source: inout Source) {
    let parts = SourcePartReader(source: self)
    source.records = mapping["records"]?.path
    source.paging = mapping["paging"].flatMap(parts.paging)
    source.mostPages = mapping["paging"].flatMap(parts.mostPages) ?? source.mostPages
    source.joins = mapping["join"]?.entries.compactMap { parts.join($0.name, $0.value) } ?? []
    guard let delimiter = mapping["delimiter"] else { return }
    guard let text = delimiter.text(expected: "one ASCII character") else { return }
    guard text.utf8.count == 1, !["\"", "\n", "\r"].contains(text) else {
      return delimiter.wrong(expected: "one ASCII character, no quote or line break")
    }
    source.delimiter = text
  }

  private func readSODA(_ mapping: MappingReader, into source: inout Source) {
    source.condition = mapping["where"]?.text
    source.select = mapping["select"]?.texts ?? []
    source.filters = mapping["filters"].map(parameters) ?? []
    for (name, value) in mapping["filters"]?.entriesOfMapping ?? [] where name.hasPrefix("$") {
      value.complain("expected the name of a column, found \"\(name)\".")
    }
    if let page = mapping["page"] { source.page = page.integer(in: 1...50_000) ?? source.page }
    guard let token = mapping["token"] else { return }
    source.token = token.text(expected: "${NAME}")
    if let text = token.word, !EnvironmentNames.isName(text) {
      token.complain("expected ${NAME}: secrets come from the environment, never from the file.")
    }
  }

  private func forbidMismatches(_ mapping: MappingReader, _ kind: Source.Kind) {
    let only: [Source.Kind: [String]] = [
      .json: ["records", "paging", "join"], .csv: ["delimiter"],
      .soda: ["where", "select", "filters", "token", "page"],
      .stream: ["simulate", "revision", "group"],
    ]
    for (other, keys) in only where other != kind {
      mapping.forbid(
        keys, "belongs to a source of kind \(other.rawValue), and this one is \(kind.rawValue).")
    }
  }
}
