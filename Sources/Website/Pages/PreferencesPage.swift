import AlmanacEngine

/// The page on which a person chooses how this device is spoken to.
struct PreferencesPage: Sendable, Hashable {
  let title: String
  /// Where the form is sent.
  let action: String
  let rows: [Row]
  /// What is on this device.
  let device: DevicePart
  /// What is said once a choice has been sent: that the device keeps it, or that it does not.
  let kept: String

  /// Where the page says what became of a choice that was sent.
  static let keptAnchor = "#kept"
  /// Where it says that everything is as usual again.
  static let usualAnchor = "#as-usual"

  /// One thing that can be chosen: a group of radio buttons.
  struct Row: Sendable, Hashable {
    /// The parameter that the form sends.
    let name: String
    let title: String
    /// What it is for; nothing where the title says it.
    let about: String?
    let choices: [Choice]
  }

  /// One of the values that a row may have.
  struct Choice: Sendable, Hashable {
    /// What the form sends; empty leaves it to the browser.
    let value: String
    let title: String
    /// An example, or what the browser says.
    let note: String?
    let isChosen: Bool
    /// The language that the title is written in; nothing for the page's own.
    let language: String?
  }

  /// Makes the page.
  ///
  /// - Parameters:
  ///   - language: the language that the device keeps; nothing where it keeps none.
  ///   - spoken: the words of the language that the browser likes most.
  ///   - greeting: whether a record may greet; nothing where no dataset does.
  init(
    _ preferences: Preferences, languages: Languages, language: String?, spoken: Catalogue,
    greeting: GreetingControl?, words: Catalogue
  ) {
    title = words.say("preferences.title")
    action = Address.preferences
    device = DevicePart(words: words)
    self.kept = words.say(preferences.isKept ? "preferences.kept" : "preferences.not_kept")
    let kept = language.flatMap { languages.catalogues[$0]?.language }
    let always = [
      Row(
        name: "units", title: words.say("preferences.units"),
        about: words.say("preferences.units.about"), choices: Self.units(preferences, words)),
      Row(
        name: "language", title: words.say("foot.language"), about: nil,
        choices: Self.languages(languages, kept: kept, spoken: spoken, words)),
    ]
    rows =
      Self.look(preferences.look, words) + always
      + (greeting.map { [Self.greeting($0, words)] } ?? [])
  }

  private static func look(_ look: Look, _ words: Catalogue) -> [Row] {
    [
      row(Look.themeCookie, chosen: look.theme?.rawValue, words),
      row(Look.textCookie, chosen: look.textSize?.rawValue, words, noted: true),
      row(Look.densityCookie, chosen: look.density?.rawValue, words),
    ]
  }

  /// One part of how pages look: as usual, or one of its choices; a size is `noted` in percent.
  private static func row(
    _ name: String, chosen: String?, _ words: Catalogue, noted: Bool = false
  ) -> Row {
    let values = [""] + Look.choices(name)
    let choices = values.map { value in
      let word = value.isEmpty ? "usual" : value
      return Choice(
        value: value, title: words.say("preferences.\(name).\(word)"),
        note: noted
          ? words.say("preferences.text.percent", ["n": value.isEmpty ? "100" : value]) : nil,
        isChosen: value == chosen ?? "", language: nil)
    }
    return Row(
      name: name, title: words.say("preferences.\(name)"), about: nil, choices: choices)
  }

  private static func greeting(_ control: GreetingControl, _ words: Catalogue) -> Row {
    let choices = control.choices.map { choice in
      Choice(
        value: choice.value, title: choice.name, note: nil, isChosen: choice.isChosen,
        language: nil)
    }
    return Row(
      name: "greeting", title: words.say("greeting.choice"), about: nil, choices: choices)
  }

  private static func units(_ preferences: Preferences, _ words: Catalogue) -> [Choice] {
    let chosen = preferences.chosenUnits
    let byLanguage = Choice(
      value: "", title: words.say("preferences.by_language"),
      note: example(of: preferences.usualUnits, words), isChosen: chosen == nil, language: nil)
    let systems = UnitSystem.choices.map { system in
      Choice(
        value: system.rawValue, title: words.say("preferences.units.\(system.rawValue)"),
        note: example(of: system, words), isChosen: chosen == system, language: nil)
    }
    return [byLanguage] + systems
  }

  /// How far, how large, how high and how heavy: "486 km, 312,696 km², 1,085 m, 1.07 kg".
  private static func example(of system: UnitSystem, _ words: Catalogue) -> String {
    var words = words
    words.units = system
    let units = UnitText(words: words)
    let measures = [
      DistanceText(words: words).text(486_000, in: system.distance),
      units.text(312_696, unit: "km2"), units.text(1085, unit: "m"), units.text(1070, unit: "g"),
    ]
    return measures.joined(separator: words.say("list.separator"))
  }

  private static func languages(
    _ languages: Languages, kept: String?, spoken: Catalogue, _ words: Catalogue
  ) -> [Choice] {
    let byBrowser = Choice(
      value: "", title: words.say("preferences.by_browser"), note: spoken.say("language.name"),
      isChosen: kept == nil, language: nil)
    let all = languages.codes.map { code in
      Choice(
        value: code, title: languages.catalogues[code]?.say("language.name") ?? code, note: nil,
        isChosen: code == kept, language: code)
    }
    return [byBrowser] + all
  }
}
