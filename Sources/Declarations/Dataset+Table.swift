extension Dataset {
  /// The columns of its table: those that are declared, behind the title where it is none of them; none
  /// for a list of names.
  public var tableColumns: [String] {
    let hasTitle = list.columns.contains(list.title) || field(list.title) == nil
    return list.columns.isEmpty || hasTitle ? list.columns : [list.title] + list.columns
  }

  /// The field by whose values the list is divided; nothing where none is, and for streams, whose rows
  /// come too fast to count them by section.
  public var sectionField: String? { source.kind == .stream ? nil : list.sections }
}
