import AlmanacDeclarations
import Foundation

/// The names of currencies in a language (Unicode CLDR, as Foundation carries it).
struct CurrencyText: Sendable {
  private let locale: Locale
  /// Whether records say names in the language already: sources of the web speak English.
  private let isEnglish: Bool

  init(language: String) {
    locale = Locale(identifier: language)
    isEnglish = language == "en"
  }

  /// The name in the language, else the one that the record says, else the code.
  func name(of currency: Currency) -> String {
    if isEnglish, !currency.name.isEmpty { return currency.name }
    if let name = locale.localizedString(forCurrencyCode: currency.code), name != currency.code {
      return name
    }
    return currency.name.isEmpty ? currency.code : currency.name
  }
}
