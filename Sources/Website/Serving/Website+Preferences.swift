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
    let choice = try PreferenceChoice(
      try await request.formParameters(), languages: languages, sender: request.ownReferrer)
    var response = Response.seeOther(choice.back)
    for cookie in choice.cookies {
      let value = options.isSecure ? cookie + "; Secure" : cookie
      response.headers.append(HTTPField(name: .setCookie, value: value))
    }
    return response
  }

  /// Whether an address is a path of this server, and no other server's.
  static func isOwn(_ address: String) -> Bool {
    address.hasPrefix("/") && !address.hasPrefix("//")
      && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
  }
}

/// What a form chooses for a device: the cookies that keep it, and the page to go back to.
struct PreferenceChoice: Sendable, Hashable {
  /// One for each choice: of one that is sent twice the last counts.
  private(set) var cookies: [String] = []
  /// Whether anything is kept, rather than left as it is usual.
  private var keepsSomething = false
  private var page = "/"

  /// The names that a form may send.
  static let names = ["units", "language", "theme", "density", "text", "greeting", "back"]

  /// Where the choice leads: on the page of all preferences to the line that says what was done.
  var back: String {
    guard page == Address.preferences else { return page }
    return page + (keepsSomething ? PreferencesPage.keptAnchor : PreferencesPage.usualAnchor)
  }

  /// Reads a form.
  ///
  /// - Parameter sender: the page of this server that the form was sent from, where it is known:
  ///   a choice of language leads back there, since its address may have changed meanwhile.
  /// - Throws: for a name or a value that there is not.
  init(
    _ form: [(name: String, value: String)], languages: Languages, sender: String?
  ) throws {
    var origin: String?
    for (name, value) in form {
      if name == "back" {
        page = Website.isOwn(value) ? value : "/"
        continue
      }
      if name == Preferences.languageCookie { origin = sender }
      let cookie = try Self.cookie(name, value, languages)
      cookies.removeAll { $0.hasPrefix(name + "=") }
      cookies.append(cookie)
      keepsSomething = keepsSomething || !value.isEmpty
    }
    page = origin ?? page
  }

  private static func cookie(
    _ name: String, _ value: String, _ languages: Languages
  ) throws -> String {
    switch name {
    case "units": Preferences.cookie(units: value.isEmpty ? nil : try .named(value))
    case "language":
      Preferences.cookie(language: value.isEmpty ? nil : try languages.named(value, by: name))
    case "greeting": Preferences.cookie(isGreeted: try isOn(value, name))
    case Look.themeCookie, Look.densityCookie, Look.textCookie: try Look.cookie(name, value)
    default: throw QueryProblem(unknown: name, among: names)
    }
  }

  private static func isOn(_ value: String, _ name: String) throws(QueryProblem) -> Bool {
    guard value == "on" || value == "off" else {
      throw QueryProblem(parameter: name, expected: "\("on") or \("off")", found: value)
    }
    return value == "on"
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
