import AlmanacDeclarations

/// The types of filtered fields, which say how addresses write their values.
///
/// All are equal: two queries that ask the same are the same, however they came about.
struct FilterSpelling: Sendable, Hashable {
  var types: [String: FieldType] = [:]

  static func == (left: FilterSpelling, right: FilterSpelling) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
