import Foundation
import Mustache

/// The templates of all components, by name.
struct Templates: Sendable {
  private let library: MustacheLibrary
  /// Told of every name that a template asks for and nobody gives; for tests.
  private var missing: (@Sendable (String) -> Void)?

  /// The templates as written, by name.
  let texts: [String: String]

  /// Reads every `COMPONENT/NAME.mustache`; names are file names.
  init(_ share: Share) throws {
    var templates: [String: MustacheTemplate] = [:]
    var texts: [String: String] = [:]
    for url in try share.files(in: "templates", ending: ".mustache") {
      let name = url.deletingPathExtension().lastPathComponent
      do {
        let text = try String(contentsOf: url, encoding: .utf8)
        texts[name] = text
        templates[name] = try MustacheTemplate(string: text)
      } catch {
        throw ShareProblem.unreadable(url, error)
      }
    }
    library = MustacheLibrary(templates: templates)
    self.texts = texts
    missing = nil
  }

  /// The same templates, which tell of every name that they ask for in vain.
  func telling(_ missing: (@Sendable (String) -> Void)?) -> Templates {
    var templates = self
    templates.missing = missing
    return templates
  }

  /// A page's model in its template, in the frame.
  func page(_ model: Any, template: String, frame: Frame, words: Catalogue) -> String {
    let content = render(model, template, words)
    var whole = TemplateValue.dictionary(frame)
    whole["content"] = content
    return render(whole, "frame", words)
  }

  /// A component alone.
  func part(_ model: Any, template: String, words: Catalogue) -> String {
    render(model, template, words)
  }

  private func render(_ model: Any, _ template: String, _ words: Catalogue) -> String {
    var values = model as? [String: Any] ?? TemplateValue.dictionary(model)
    values["words"] = WordBranch(words: words, prefix: "")
    let root = TemplateRoot(values: values, missing: missing)
    return library.render(root, withTemplate: template) ?? ""
  }
}

/// Turns the plain values of a page into the dictionaries that templates read.
enum TemplateValue {
  /// The stored properties of a value by name, and `hasNames` for every list `names`.
  static func dictionary(_ value: Any) -> [String: Any] {
    Mirror(reflecting: value).children.reduce(into: [:]) { values, child in
      guard let label = child.label else { return }
      let value = any(child.value)
      values[label] = value
      if let list = value as? [Any] {
        values["has" + label.prefix(1).uppercased() + label.dropFirst()] = !list.isEmpty
      }
    }
  }

  private static func any(_ value: Any) -> Any {
    if value is String || value is Bool || value is Int { return value }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { any($0.value) } ?? Nothing()
    case .collection: return mirror.children.map { any($0.value) }
    default: return dictionary(value)
    }
  }

  /// A value that is known to be absent.
  struct Nothing: MustacheCustomRenderable {
    let renderText = ""
    let isNull = true
  }
}

/// The outermost names of a page.
struct TemplateRoot: MustacheParent {
  let values: [String: Any]
  let missing: (@Sendable (String) -> Void)?

  func child(named name: String) -> Any? {
    if let value = values[name] { return value }
    missing?(name)
    return nil
  }
}

/// The catalogue as templates read it: `{{words.home.title}}`.
struct WordBranch: MustacheParent {
  let words: Catalogue
  let prefix: String

  func child(named name: String) -> Any? {
    let key = prefix + name
    return words.has(key) ? words.say(key) : WordBranch(words: words, prefix: key + ".")
  }
}
