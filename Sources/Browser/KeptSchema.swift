import AlmanacCore

/// What a page says about a table before it adds rows.
struct KeptSchema {
  /// Whether the public keys are whole numbers.
  let isIntegerKey: Bool
  /// The order of texts in lists; finds that match alike stand in the root order, as on the server.
  let collation: Collation
  /// The fields, in the order in which rows have their values.
  let kinds: [FieldKind]
  /// The fields that a search looks at, in their order.
  let search: [Int]
  /// The dataset's own order, sections first.
  let sort: [KeptTerm]
  /// The field that groups rows, of which names that tie stay apart.
  let sections: Int?
  /// The field that distances are measured between.
  let measure: Int?

  /// Reads a schema; nothing where it is none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = ByteReader(bytes)
    guard let isIntegerKey = reader.word(), let collation = Collation(&reader),
      let kinds = Self.kinds(&reader), let search = Self.fields(&reader, among: kinds.count),
      let sort = KeptTerm.terms(&reader, among: kinds.count),
      let sections = reader.word(), let measure = reader.word(), reader.isAtEnd,
      sections < kinds.count, measure < kinds.count
    else { return nil }
    self.isIntegerKey = isIntegerKey == 1
    self.collation = collation
    self.kinds = kinds
    self.search = search
    self.sort = sort
    self.sections = sections < 0 ? nil : sections
    self.measure = measure < 0 ? nil : measure
  }

  private static func kinds(_ reader: inout ByteReader) -> [FieldKind]? {
    guard let count = reader.word() else { return nil }
    var kinds: [FieldKind] = []
    for _ in 0..<max(count, 0) {
      guard let name = reader.text(), let kind = FieldKind(type: name) else { return nil }
      kinds.append(kind)
    }
    return kinds
  }

  private static func fields(_ reader: inout ByteReader, among count: Int) -> [Int]? {
    guard let named = reader.word() else { return nil }
    var fields: [Int] = []
    for _ in 0..<max(named, 0) {
      guard let field = reader.word(), field >= 0, field < count else { return nil }
      fields.append(field)
    }
    return fields
  }
}

/// A field to sort by, and the direction.
struct KeptTerm {
  /// The field; nothing for the public key.
  let field: Int?
  /// Whether larger values come first.
  let isDescending: Bool

  /// Reads terms, how many there are first; nothing where they are none.
  static func terms(_ reader: inout ByteReader, among fields: Int) -> [KeptTerm]? {
    guard let count = reader.word() else { return nil }
    var terms: [KeptTerm] = []
    for _ in 0..<max(count, 0) {
      guard let field = reader.word(), field < fields, let isDescending = reader.word() else {
        return nil
      }
      terms.append(KeptTerm(field: field < 0 ? nil : field, isDescending: isDescending == 1))
    }
    return terms
  }
}

extension Collation {
  /// Reads the name of a collation; nothing where there is no such.
  init?(_ reader: inout ByteReader) {
    guard let name = reader.text() else { return nil }
    self.init(language: name)
  }
}
