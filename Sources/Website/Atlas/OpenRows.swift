import AlmanacDeclarations

/// The rows of a list that stand unfolded, as its address names them.
struct OpenRows: Sendable, Hashable {
  /// The parameter that names one of them; no field can be called that.
  static let parameter = "open-row"

  /// The keys of the records, as addresses write them.
  let ids: [String]

  /// Reads them from an address.
  init(_ parameters: [(name: String, value: String)]) {
    ids = parameters.filter { $0.name == Self.parameter && !$0.value.isEmpty }.map(\.value)
  }

  /// The parameters without those for rows that unfold; all of them where none do.
  static func others(
    _ parameters: [(name: String, value: String)], _ dataset: Dataset
  ) -> [(name: String, value: String)] {
    guard dataset.unfolds else { return parameters }
    return parameters.filter { $0.name != Self.parameter }
  }

  /// What a form sends along to keep them open.
  var inputs: [HiddenInput] { ids.map { HiddenInput((Self.parameter, $0)) } }
}

extension Dataset {
  /// Whether its list is one of names whose rows unfold.
  var unfolds: Bool { !list.unfold.isEmpty && list.columns.isEmpty }
}
