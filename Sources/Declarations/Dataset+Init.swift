extension Dataset {
  /// Makes a dataset in code; whatever is left out is empty.
  ///
  /// The list is named by the field `name`, or by the first field where there is none of that name.
  public init(
    id: String, title: Words? = nil, source: Source, key: Key, fields: [Field],
    refresh: Refresh = Refresh(), list: ListLook? = nil
  ) {
    let named = fields.first { $0.name == "name" } ?? fields.first
    self.init(
      id: id, title: title ?? Words(english: Field.readable(id)), summary: nil, source: source,
      credit: Credit(text: "", licence: "none stated"), refresh: refresh, key: key,
      fields: fields, search: [],
      list: list
        ?? ListLook(
          sort: [], title: named?.name ?? "id", subtitle: [], columns: [], sections: nil,
          image: nil, mark: nil, unfold: []),
      page: PageLook(facts: []), views: [], measure: nil, snapshot: nil, file: "")
  }
}
