import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// What the pages of all records of a dataset have in common: the page of a made-up record.
///
/// Its key and its title are signs that no text has, so that a browser can put in those of a
/// record wherever they stand: in addresses, in the window's title, in what is read aloud.
struct KeptRecord {
  let dataset: Dataset

  /// Stands for a record's key; U+E000 and U+E001 are for private use (Unicode, section 23.5).
  static let key = "\u{E000}"
  /// Stands for a record's title.
  static let title = "\u{E001}"

  /// The signs by what they stand for.
  static var marks: [String: Any] {
    ["id": key, "key": Address.encoded(key), "title": title]
  }

  /// The names of a page that each record says by itself.
  static let own = [
    "title", "subtitle", "mark", "markTone", "picture", "code", "facts", "hasFacts", "history",
    "previous", "next", "map",
  ]

  /// The made-up record: it has a name and a place, and nothing else.
  var record: Record {
    let values = dataset.fields.map { field -> Value in
      if field.name == dataset.list.title { return .text(Self.title) }
      return field.name == dataset.measure ? Self.somewhere : .absent
    }
    return Record(id: .text(Self.key), values: values)
  }

  private static var somewhere: Value {
    Point(latitude: 1, longitude: 1).map(Value.point) ?? .absent
  }

  /// What every record's page says, given the page of the made-up one.
  func common(_ page: RecordPage) -> [String: Any] {
    var model = TemplateValue.dictionary(page)
    for name in Self.own { model[name] = Self.absent(name) }
    return model
  }

  private static func absent(_ name: String) -> Any {
    switch name {
    case "title": title
    case "markTone": ""
    case "code": key
    case "facts": [Any]()
    case "hasFacts": false
    default: TemplateValue.Nothing()
    }
  }

  /// Each fact that a page may tell, by field, as it is where a record says nothing but a text.
  func facts(_ words: Catalogue) -> [String: Any] {
    RecordContent.factNames(of: dataset).reduce(into: [:]) { facts, name in
      guard let field = dataset.field(name) else { return }
      let fact = RecordPage.Fact(
        title: field.title.text(in: words.language), text: nil, items: [], link: nil,
        isPlace: field.type == .point, tone: nil, sign: nil)
      facts[name] = TemplateValue.dictionary(fact)
    }
  }
}
