/// The languages that a page can be read in: a form that keeps one on the device.
struct LanguageControl: Sendable, Hashable {
  /// Where the form is sent.
  let action: String
  /// The page to return to.
  let back: String
  let choices: [Choice]

  /// One language.
  struct Choice: Sendable, Hashable {
    let code: String
    /// The language's own name for itself.
    let name: String
    /// This page in the language.
    let address: String
    let isChosen: Bool
  }

  /// Makes the control of a page, given its address without a language.
  init(_ languages: Languages, chosen: String, page: String) {
    action = Address.preferences
    back = page
    choices = languages.codes.map { code in
      Choice(
        code: code, name: languages.catalogues[code]?.say("language.name") ?? code,
        address: Address.adding((Preferences.languageParameter, code), to: page),
        isChosen: code == chosen)
    }
  }
}
