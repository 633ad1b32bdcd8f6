import AlmanacEngine
import HTTPTypes
import Hummingbird

/// What a device wants, as its cookies say it, else as its languages let us guess.
struct Preferences: Sendable, Hashable {
  /// The units that were chosen; nothing where the language decides.
  let chosenUnits: UnitSystem?
  /// The units that are usual where the language is spoken.
  let usualUnits: UnitSystem
  /// Whether a record may greet who opens the pages.
  let isGreeted: Bool
  /// In what light, how close and how large pages are set.
  let look: Look
  /// Whether the device keeps any choice.
  let isKept: Bool

  /// What measures are told in.
  var units: UnitSystem { chosenUnits ?? usualUnits }
  /// What distances are told in.
  var unit: DistanceUnit { units.distance }

  /// The name of the cookie for units, which says nothing else.
  static let unitCookie = "units"
  /// The name of the cookie for the language, which says nothing else.
  static let languageCookie = "language"
  /// The name of the cookie for greetings, which says nothing else: `on` or `off`.
  static let greetingCookie = "greeting"
  /// The names of all cookies that keep a choice.
  static let cookies =
    [unitCookie, languageCookie, greetingCookie]
    + [Look.themeCookie, Look.densityCookie, Look.textCookie]
  /// The parameter that asks for a page in a language, whatever the device prefers.
  static let languageParameter = "lang"

  /// Reads what a request says.
  init(_ request: Request) {
    chosenUnits = request.cookies[Self.unitCookie].flatMap { UnitSystem(word: $0.value) }
    let accepted = request.headers[.acceptLanguage]
    let language = request.languageAsked ?? request.cookies[Self.languageCookie]?.value
    let region = Self.isForeign(language, accepted) ? nil : Self.region(accepted)
    usualUnits = UnitSystem(region: region)
    isGreeted = request.cookies[Self.greetingCookie]?.value != "off"
    look = Look(request)
    isKept = Self.cookies.contains { request.cookies[$0] != nil }
  }

  /// Whether a language was chosen that the browser's region says nothing about: who reads Polish in
  /// an American browser does not want miles.
  private static func isForeign(_ chosen: String?, _ accepted: String?) -> Bool {
    guard let chosen, chosen != "en", let liked = accepted.flatMap({ Languages.tags($0).first })
    else { return false }
    return liked.split(separator: "-").first?.lowercased() != chosen
  }

  /// The region of the language that is liked most: of `en-GB,en;q=0.8` it is GB.
  ///
  /// A language without region tells none, and no less liked one is asked.
  static func region(_ accepted: String?) -> String? {
    guard let tag = accepted.flatMap({ Languages.tags($0).first }) else { return nil }
    return tag.split(separator: "-").dropFirst().first { part in
      part.utf8.count == 2 && part.allSatisfy(\.isLetter)
    }.map(String.init)
  }

  /// The cookie that keeps the units on the device; nothing leaves them to the language.
  static func cookie(units: UnitSystem?) -> String {
    cookie(unitCookie, units?.rawValue)
  }

  /// The cookie that keeps a language on the device; nothing leaves it to the browser.
  static func cookie(language: String?) -> String {
    cookie(languageCookie, language)
  }

  /// The cookie that keeps on the device whether it is greeted.
  static func cookie(isGreeted: Bool) -> String { cookie(greetingCookie, isGreeted ? "on" : "off") }

  /// A cookie that is kept for a year and sent to this server alone; its end where nothing is kept.
  static func cookie(_ name: String, _ value: String?) -> String {
    "\(name)=\(value ?? ""); Path=/; Max-Age=\(value == nil ? 0 : 31_536_000); SameSite=Lax"
  }
}
