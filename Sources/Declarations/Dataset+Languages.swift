extension Dataset {
  /// The positions of the fields that tell a value to readers of a language, the best first: the
  /// one in their language where it is declared, then the field itself.
  public func places(of field: Int, in language: String?) -> [Int] {
    guard let language, let name = fields[field].translations[language], let own = index(of: name)
    else { return [field] }
    return [own, field]
  }

  /// A record's value as readers of a language know it; the source's own where it has no other.
  public func value(_ field: Int, of record: Record, in language: String?) -> Value {
    guard let language, let name = fields[field].translations[language], let own = index(of: name),
      !record.values[own].isAbsent
    else { return record.values[field] }
    return record.values[own]
  }

  /// The text by which readers of a language look for a record under a field: in their language
  /// and words, of a list the first; nothing where there is no text.
  public func sortText(of record: Record, field: Int, language: String?) -> String? {
    let text: String? =
      switch value(field, of: record, in: language) {
      case .text(let text): text
      case .list(let texts): texts.first
      default: nil
      }
    return text.map { fields[field].title(of: $0, in: language) }
  }

  /// Whether a field holds what another does, be it in another language.
  public func isField(_ name: String, of other: String) -> Bool {
    name == other || field(name)?.original == other
  }

  /// The fields that readers of a language find ordered by other texts than the source's, each
  /// with the key under which rows that are kept elsewhere carry such a text (`sortText`).
  public func sortAs(language: String) -> [(field: String, key: String)] {
    fields.filter { $0.translations[language] != nil || $0.isRetitled(in: language) }
      .map { ($0.name, $0.name + "@") }
  }
}

extension Field {
  /// What readers of a language read for a text: the words of the choice that it is, else itself.
  public func title(of text: String, in language: String?) -> String {
    guard let language, let choice = choices.first(where: { $0.value == text }) else { return text }
    return choice.title.text(in: language)
  }

  /// Whether some choice has another title than its value.
  public func isRetitled(in language: String) -> Bool {
    choices.contains { $0.title.text(in: language) != $0.value }
  }
}
