public import AlmanacDeclarations

/// The sections of everything that a query finds.
public struct ListSections: Sendable, Hashable {
  /// The version that all of it belongs to.
  public var version: String
  /// The sections in the list's order; those without a name come last.
  public var sections: [SectionCount]

  /// Sections of one version.
  public init(version: String, sections: [SectionCount]) {
    self.version = version
    self.sections = sections
  }

  /// No sections, of a version.
  public static func none(_ version: String) -> ListSections {
    ListSections(version: version, sections: [])
  }
}

/// A section of a list, with how many records it has and where it begins.
public struct SectionCount: Sendable, Hashable {
  /// The section's name; nothing for the records without one, which come last.
  public var name: String?
  /// How many records count under it.
  public var count: Int
  /// The rank of its first record, where the list's order begins with the sections.
  public var offset: Int
  /// Records that belong here too but count under another section, the first so many of them.
  public var others: [Record] = []
  /// How many such records there are.
  public var otherCount = 0

  /// A section that begins at a rank.
  public init(
    name: String?, count: Int, offset: Int, others: [Record] = [], otherCount: Int = 0
  ) {
    (self.name, self.count, self.offset) = (name, count, offset)
    (self.others, self.otherCount) = (others, otherCount)
  }

  /// How many of the others are named.
  static let mostOthers = 24
}

extension TableQuery {
  /// Whether the rows come ordered by section, so that headings can stand between them.
  ///
  /// They do in the dataset's own order, and in one that names the field of the sections first.
  /// Any other order, relevance among them, is one across all sections.
  public func isBySection(in dataset: Dataset) -> Bool {
    guard let field = dataset.sectionField else { return false }
    return sort.isEmpty ? search == nil : sort.first?.field == field
  }

  /// The same rows ordered by section: in their own order where it is one, else in the dataset's.
  public func bySection(in dataset: Dataset) -> TableQuery {
    guard let field = dataset.sectionField, !isBySection(in: dataset) else { return self }
    var query = self
    query.offset = 0
    query.sort = search == nil ? [] : [SortTerm(field: field)] + dataset.list.sort
    return query
  }
}
