import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine

/// What a browser must know of a dataset to answer queries about it, in one language.
struct KeptDeclaration {
  let dataset: Dataset
  let words: Catalogue
  /// Whether texts stand in the order of the language, and not in the one of all.
  let isOrderedByLanguage: Bool

  /// Fields, search, list, views and measure as templates' values.
  var value: [String: Any] {
    [
      "fields": dataset.fields.map(field), "search": dataset.search, "list": list,
      "views": dataset.views.map(view), "measure": Self.known(dataset.measure),
      "title": told(dataset.title), "summary": Self.known(dataset.summary.map(told)),
    ]
  }

  /// What the core's table is made with.
  var core: [String: Any] {
    let fields = dataset.fields.map { ["name": $0.name, "type": $0.type.rawValue] }
    let others = sortAs.map { ["name": $0.key, "type": FieldType.text.rawValue] }
    let keys = sortAs.reduce(into: [String: String]()) { $0[$1.field] = $1.key }
    return [
      "key": dataset.key.isInteger ? "integer" : "text", "fields": fields + others,
      "search": dataset.search, "sort": order.map(\.description),
      "sections": Self.known(dataset.list.sections), "collation": collation.language,
      "sort_as": keys, "measure": Self.known(dataset.measure),
    ]
  }

  /// The dataset's own order, by the texts that readers of the language know.
  private var order: [SortTerm] {
    dataset.ownOrder.map { term in
      let key = sortAs.first { $0.field == term.field }?.key
      return SortTerm(field: key ?? term.field, descending: term.descending)
    }
  }

  /// How texts compare.
  private var collation: Collation {
    isOrderedByLanguage ? Collation(language: words.language.utf8) ?? .root : .root
  }

  /// The fields that are ordered by another text than the source's, with the keys of these texts.
  var sortAs: [(field: String, key: String)] {
    isOrderedByLanguage ? dataset.sortAs(language: words.language) : []
  }

  private func field(_ field: Field) -> [String: Any] {
    [
      "name": field.name, "type": field.type.rawValue, "title": told(field.title),
      "original": Self.known(field.original), "unit": Self.known(field.unit),
      "decimals": Self.known(field.decimals),
      "choices": field.choices.map { choice in
        ["value": choice.value, "title": told(choice.title), "tone": choice.tone.rawValue]
      },
    ]
  }

  private var list: [String: Any] {
    let look = dataset.list
    return [
      "title": look.title, "subtitle": look.subtitle, "columns": dataset.tableColumns,
      "sections": Self.known(dataset.sectionField), "sort": look.sort.map(\.description),
      "mark": Self.known(look.mark), "image": Self.known(look.image), "unfold": look.unfold,
    ]
  }

  private func view(_ view: View) -> [String: Any] {
    [
      "name": view.name, "title": told(view.title),
      "parameters": view.parameters.map { [$0.name, $0.value] },
    ]
  }

  private func told(_ words: Words) -> String { words.text(in: self.words.language) }

  /// A value, or what templates read where there is none.
  static func known(_ value: Any?) -> Any { value ?? TemplateValue.Nothing() }
}
