import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird

extension Website {
  /// Answers `GET /preferences`: what can be chosen for this device.
  func preferences(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let words = words(for: request)
    let page = PreferencesPage(
      Preferences(request), languages: languages,
      language: request.cookies[Preferences.languageCookie]?.value,
      spoken: languages.best(for: request.headers[.acceptLanguage]),
      greeting: greetingControl(request, back: Address.preferences), words: words)
    return html(
      page, template: "preferences", frame(request, title: page.title, kind: "preferences"))
  }

  /// Answers `POST /preferences`: keeps a choice on the device and leads back.
  func keepPreferences(
    _ request: Request, _ context: BasicRequestContext
  ) async throws -> Response {
    let form = try await request.formParameters()
    var back = "/"
    var sender: String?
    var cookies: [String] = []
    for (name, value) in form {
      switch name {
      case "units":
        cookies.append(Preferences.cookie(units: value.isEmpty ? nil : try .named(value)))
      case "language":
        let code = value.isEmpty ? nil : try languages.named(value, by: name)
        cookies.append(Preferences.cookie(language: code))
        sender = request.ownReferrer
      case "greeting": cookies.append(Preferences.cookie(isGreeted: try Self.isOn(value, name)))
      case "back": back = Self.isOwn(value) ? value : "/"
      default: throw QueryProblem(unknown: name, among: ["units", "language", "greeting", "back"])
      }
    }
    var response = Response.seeOther(sender ?? back)
    for cookie in cookies { response.headers.append(HTTPField(name: .setCookie, value: cookie)) }
    return response
  }

  private static func isOn(_ value: String, _ name: String) throws(QueryProblem) -> Bool {
    guard value == "on" || value == "off" else {
      throw QueryProblem(parameter: name, expected: "\("on") or \("off")", found: value)
    }
    return value == "on"
  }

  /// Whether an address is a path of this server, and no other server's.
  static func isOwn(_ address: String) -> Bool {
    address.hasPrefix("/") && !address.hasPrefix("//")
      && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
  }
}

extension Request {
  /// The page of this server that a form was sent from, without a language: a script may have
  /// changed its address since the form was written.
  fileprivate var ownReferrer: String? {
    guard let referrer = headers[.referer].flatMap(URLComponents.init(string:)),
      let host = referrer.percentEncodedHost,
      (referrer.port.map { "\(host):\($0)" } ?? host) == head.authority
    else { return nil }
    let pairs = (referrer.percentEncodedQuery ?? "").split(separator: "&")
      .filter { !$0.hasPrefix(Preferences.languageParameter + "=") }
    let path = referrer.percentEncodedPath + (pairs.isEmpty ? "" : "?")
    return Website.isOwn(path) ? path + pairs.joined(separator: "&") : nil
  }

  /// The most bytes that a form of ours sends.
  private static let largestForm = 16_384

  /// The parameters in the body of a form (`application/x-www-form-urlencoded`).
  func formParameters() async throws -> [(name: String, value: String)] {
    let body = try await body.collect(upTo: Self.largestForm)
    return try Self.parameters(Substring(String(buffer: body)))
  }
}
