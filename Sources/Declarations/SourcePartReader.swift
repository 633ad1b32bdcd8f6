/// Reads the parts of a JSON source: its paging and its joins.
struct SourcePartReader {
  let source: SourceReader

  func paging(_ node: NodeReader) -> Paging? {
    guard let mapping = node.mapping(of: DatasetSchema.paging) else { return nil }
    let by = mapping.required("by", "offset or next")?.choice(["offset", "next"])
    let names = (mapping["offset"]?.text ?? "offset", mapping["limit"]?.text ?? "limit")
    let size = mapping["size"]?.integer(in: 1...50_000) ?? 100
    let next = mapping["next"]?.path
    switch by {
    case "offset":
      mapping.forbid(["next"], "means nothing with paging by offset.")
      return .offset(offsetName: names.0, limitName: names.1, size: size)
    case "next":
      mapping.forbid(["offset", "limit", "size"], "means nothing with paging by next link.")
      _ = mapping.required("next", "the path of the link to the next page")
      return next.map { .next($0) }
    default: return nil
    }
  }

  /// The most pages of one check, where that is declared.
  func mostPages(_ node: NodeReader) -> Int? {
    guard let most = node.entriesOfMapping.first(where: { $0.name == "most" }) else { return nil }
    return most.value.integer(in: 1...1_000_000)
  }

  /// A join whose unreadable parts are left out; each is told.
  func join(_ name: String, _ node: NodeReader) -> Join? {
    guard let mapping = node.mapping(of: DatasetSchema.join) else { return nil }
    let url = mapping.required("url", "the address of the second resource")
    let address = url.flatMap(source.address) ?? ""
    let isPerRecord = url?.word?.contains("{id}") ?? true
    if !isPerRecord { _ = mapping.required("on", "the path in a partner that holds the key") }
    if mapping.has("take"), let complaint = Dataset.complaint(aboutFieldName: name) {
      node.complain(complaint)
    }
    return Join(
      name: name, url: address, records: mapping["records"]?.path,
      on: mapping["on"]?.path ?? FieldPath("id"), take: mapping["take"]?.path)
  }
}
