/// Reads `simulate` of a stream.
struct SimulationReader {
  func read(_ node: NodeReader) -> Simulation? {
    guard let mapping = node.mapping(of: DatasetSchema.simulate) else { return nil }
    let fields = mapping.required("fields", "what each field is made of")
    let entries = fields?.entries ?? []
    if fields?.isEmpty == true { fields?.complain("expected at least one field.") }
    return Simulation(
      records: mapping["records"]?.integer(in: 1...1_000_000_000) ?? 1_000_000,
      packet: mapping["packet"]?.integer(in: 1...100_000) ?? 100,
      pause: mapping["pause"].flatMap(pause) ?? 0.3,
      seed: UInt64(mapping["seed"]?.integer(in: 0...Int(Int32.max)) ?? 1),
      fields: entries.compactMap { simulated($0.name, $0.value) })
  }

  private func pause(_ node: NodeReader) -> Double? {
    guard let seconds = node.word.flatMap(NodeReader.number), (0...3600).contains(seconds) else {
      node.wrong(expected: "a number of seconds from 0 to 3600")
      return nil
    }
    return seconds
  }

  private func simulated(_ name: String, _ node: NodeReader) -> SimulatedField? {
    if !node.isMapping {
      return now(node) ? SimulatedField(name: name, generator: .now) : nil
    }
    guard let mapping = node.mapping(of: DatasetSchema.simulatedField) else { return nil }
    let texts = mapping["one_of"].map(choices)
    let from = mapping["from"]?.number
    let to = mapping["to"]?.number
    let decimals = mapping["decimals"]?.integer(in: 0...9) ?? 2
    if let texts {
      mapping.forbid(["from", "to", "decimals"], "contradicts one_of.")
      return SimulatedField(name: name, generator: .oneOf(texts))
    }
    _ = mapping.required("from", "the least value; or one_of, or the word now")
    _ = mapping.required("to", "the greatest value")
    guard let from, let to else { return nil }
    if from >= to { node.complain("expected from to be less than to.") }
    return SimulatedField(
      name: name, generator: .number(from: from, to: to, decimals: decimals))
  }

  private func now(_ node: NodeReader) -> Bool {
    if node.word == "now" { return true }
    let keys = DatasetSchema.simulatedField.joined(separator: ", ")
    node.complain(
      Message("expected now, or a mapping with \(keys), found \(node.kind).")
        .hinted(NearestWord.hint(for: node.word ?? "", among: ["now"])))
    return false
  }

  private func choices(_ node: NodeReader) -> [String] {
    let texts = node.texts
    if node.isEmpty { node.complain("expected at least one value.") }
    return texts
  }
}
