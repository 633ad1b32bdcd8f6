import Foundation
import Yams

/// Reads `source` of a dataset file.
struct SourceReader {
  let directory: URL

  func read(_ node: NodeReader) -> Source? {
    guard let mapping = node.mapping(of: DatasetSchema.source),
      let kind = mapping.required("kind", "json, csv, soda or stream")?.choice(of: Source.Kind.self)
    else { return nil }
    var source = Source(kind: kind, url: "")
    readAddress(mapping, into: &source)
    source.headers = mapping["headers"]?.parameters ?? []
    source.parameters = mapping["parameters"]?.parameters ?? []
    readShape(mapping, into: &source)
    readSODA(mapping, into: &source)
    source.simulation = mapping["simulate"].flatMap(simulation)
    forbidMismatches(mapping, kind)
    return source
  }

  private func readAddress(_ mapping: MappingReader, into source: inout Source) {
    if source.kind == .stream, mapping.has("simulate"), !mapping.has("url") { return }
    let url = mapping.required("url", "an address: http, https, file, or a path beside this file")
    guard let url, let text = url.text else { return }
    source.url = text
    guard let absolute = Self.absolute(text, beside: directory) else {
      return url.complain("expected an address (http, https, file, or a path), found \"\(text)\".")
    }
    source.url = absolute
  }

  /// The address with a scheme; a path becomes a file address beside the dataset file.
  static func absolute(_ text: String, beside directory: URL) -> String? {
    if text.hasPrefix("${") { return text }
    guard let colon = text.firstIndex(of: ":") else { return fileAddress(text, directory) }
    let scheme = text[..<colon].lowercased()
    switch scheme {
    case "http", "https":
      return text.dropFirst(scheme.count).hasPrefix("://") && text.count > scheme.count + 3
        ? text : nil
    case "file": return text
    default: return text.contains("/") && !text.contains("://") ? fileAddress(text, directory) : nil
    }
  }

  private static func fileAddress(_ path: String, _ directory: URL) -> String? {
    path.contains(" ") && !path.contains("/")
      ? nil : URL(filePath: path, relativeTo: directory).absoluteURL.absoluteString
  }

  private func readShape(_ mapping: MappingReader, into source: inout Source) {
    source.records = mapping["records"]?.text.map(FieldPath.init)
    source.paging = mapping["paging"].flatMap(paging)
    source.joins = mapping["join"]?.entries.compactMap { join($0.name, $0.value) } ?? []
    guard let delimiter = mapping["delimiter"], let text = delimiter.text else { return }
    guard text.utf8.count == 1 else { return delimiter.wrong(expected: "one ASCII character") }
    source.delimiter = text
  }

  private func readSODA(_ mapping: MappingReader, into source: inout Source) {
    source.condition = mapping["where"]?.text
    source.select = mapping["select"]?.texts ?? []
    source.filters = mapping["filters"]?.parameters ?? []
    source.token = mapping["token"]?.text
    if let token = mapping["token"], let text = source.token, !text.hasPrefix("${") {
      token.complain("expected ${NAME}: secrets come from the environment, never from the file.")
    }
  }

  private func paging(_ node: NodeReader) -> Paging? {
    guard let mapping = node.mapping(of: DatasetSchema.paging),
      let by = mapping.required("by", "offset or next"), let text = by.text
    else { return nil }
    switch text {
    case "offset":
      mapping.forbid(["next"], "means nothing with paging by offset.")
      return .offset(
        offsetName: mapping["offset"]?.text ?? "offset",
        limitName: mapping["limit"]?.text ?? "limit",
        size: mapping["size"]?.integer(in: 1...50_000) ?? 100)
    case "next":
      mapping.forbid(["offset", "limit", "size"], "means nothing with paging by next link.")
      return mapping.required("next", "the path of the link to the next page")?.text
        .map { .next(FieldPath($0)) }
    default:
      by.complain(
        "expected offset or next, found \"\(text)\"."
          + NearestWord.hint(for: text, among: ["offset", "next"]))
      return nil
    }
  }

  private func join(_ name: String, _ node: NodeReader) -> Join? {
    guard let mapping = node.mapping(of: DatasetSchema.join) else { return nil }
    let url = mapping.required("url", "the address of the second resource")
    guard let url, let text = url.text else { return nil }
    guard let absolute = Self.absolute(text, beside: directory) else {
      url.complain("expected an address, found \"\(text)\".")
      return nil
    }
    let on = mapping["on"]?.text ?? (text.contains("{id}") ? "id" : nil)
    guard let on else {
      _ = mapping.required("on", "the path in a partner that holds the record's key")
      return nil
    }
    return Join(
      name: name, url: absolute, records: mapping["records"]?.text.map(FieldPath.init),
      on: FieldPath(on), take: mapping["take"]?.text.map(FieldPath.init))
  }

  private func simulation(_ node: NodeReader) -> Simulation? {
    guard let mapping = node.mapping(of: DatasetSchema.simulate),
      let fields = mapping.required("fields", "what each field is made of")
    else { return nil }
    return Simulation(
      records: mapping["records"]?.integer(in: 1...1_000_000_000) ?? 1_000_000,
      packet: mapping["packet"]?.integer(in: 1...100_000) ?? 100,
      pause: mapping["pause"]?.number ?? 0.3,
      seed: UInt64(mapping["seed"]?.integer(in: 0...Int(Int32.max)) ?? 1),
      fields: fields.entries.compactMap { simulated($0.name, $0.value) })
  }

  private func simulated(_ name: String, _ node: NodeReader) -> SimulatedField? {
    if node.node.string == "now" { return SimulatedField(name: name, generator: .now) }
    guard let mapping = node.mapping(of: DatasetSchema.simulatedField) else { return nil }
    if let texts = mapping["one_of"]?.texts {
      return SimulatedField(name: name, generator: .oneOf(texts))
    }
    guard let from = mapping.required("from", "the least value, or one_of, or now")?.number,
      let to = mapping.required("to", "the greatest value")?.number
    else { return nil }
    guard from < to else {
      node.complain("expected from to be less than to.")
      return nil
    }
    let decimals = mapping["decimals"]?.integer(in: 0...9) ?? 2
    return SimulatedField(
      name: name, generator: .number(from: from, to: to, decimals: decimals))
  }

  private func forbidMismatches(_ mapping: MappingReader, _ kind: Source.Kind) {
    let only: [Source.Kind: [String]] = [
      .json: ["records", "paging", "join"], .csv: ["delimiter"],
      .soda: ["where", "select", "filters", "token"], .stream: ["simulate"],
    ]
    for (other, keys) in only where other != kind {
      mapping.forbid(
        keys, "belongs to a source of kind \(other.rawValue), and this one is \(kind.rawValue).")
    }
  }
}
