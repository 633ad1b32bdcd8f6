import Foundation
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
  let model: [String: Any]
  let frame: [String: Any]

  /// The parts as JSON.
  ///
  /// - Throws: when a model holds a value that JSON has no form for.
  func bytes() throws -> [UInt8] {
    let whole: [String: Any] = [
      "template": template, "language": language, "model": Self.plain(model),
      "frame": Self.plain(frame),
    ]
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try JSONSerialization.data(withJSONObject: whole, options: options))
  }

  /// A value of a template as JSON has it.
  static func plain(_ value: Any) -> Any {
    switch value {
    case let values as [String: Any]: values.mapValues(plain)
    case let list as [Any]: list.map(plain)
    case is TemplateValue.Nothing: NSNull()
    default: value
    }
  }
}

extension Request {
  /// Whether the parts of a page are asked for, instead of the page.
  var wantsModel: Bool { headers[.accept]?.contains(PageModel.type) == true }
}
