import Hummingbird

/// A page as its parts: the names that its templates read, for a browser that renders them itself.
///
/// Asked for by `Accept: application/vnd.almanac.page+json` at the page's own address, it is
/// `{"template","language","model","frame"}`; `model` and `frame` hold texts, truths, whole numbers,
/// lists and dictionaries, and null for what is known to be absent.
struct PageModel {
  /// The type by which a browser asks for the parts of a page.
  static let type = "application/vnd.almanac.page+json"

  let template: String
  let language: String
  var model: [String: Any]
  let frame: [String: Any]

  init(_ model: Any, template: String, frame: Frame) {
    self.template = template
    language = frame.language
    self.model = TemplateValue.dictionary(model)
    self.frame = TemplateValue.dictionary(frame)
  }

  /// The parts as templates' values.
  var value: [String: Any] {
    ["template": template, "language": language, "model": model, "frame": frame]
  }

  /// The parts as JSON.
  var bytes: [UInt8] { TemplateJSON.bytes(value) }
}

extension Request {
  /// Whether the parts of a page are asked for, instead of the page.
  var wantsModel: Bool { headers[.accept]?.contains(PageModel.type) == true }
}
