import AlmanacDeclarations
import AlmanacEngine

/// What a browser must know of a dataset to answer queries about it, in one language.
struct KeptDeclaration {
  let dataset: Dataset
  let words: Catalogue

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
    [
      "key": dataset.key.isInteger ? "integer" : "text",
      "fields": dataset.fields.map { ["name": $0.name, "type": $0.type.rawValue] },
      "search": dataset.search, "sort": dataset.ownOrder.map(\.description),
      "collation": "root", "sort_as": [String: Any](), "measure": Self.known(dataset.measure),
    ]
  }

  private func field(_ field: Field) -> [String: Any] {
    [
      "name": field.name, "type": field.type.rawValue, "title": told(field.title),
      "unit": Self.known(field.unit), "decimals": Self.known(field.decimals),
      "choices": field.choices.map { choice in
        ["value": choice.value, "title": told(choice.title), "tone": choice.tone.rawValue]
      },
    ]
  }

  private var list: [String: Any] {
    let look = dataset.list
    return [
      "title": look.title, "subtitle": look.subtitle, "columns": look.columns,
      "sections": Self.known(look.sections), "sort": look.sort.map(\.description),
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
