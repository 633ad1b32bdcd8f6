import AlmanacDeclarations
import AlmanacEngine

extension PatternsPageMaker {
  /// What stands beside a list, greets, or is chosen for a device.
  var cards: [PatternsPage.Pattern] {
    [
      pattern("pane", paneStates), pattern("greeting", greetingStates),
      pattern("preferences", [state("usual", "preferences", preferences)]),
    ]
  }

  private var paneStates: [State] {
    let pane = AtlasPane(samples.places)
    let sections = [
      ListPage.SectionLink(title: "Europe", count: "2", address: "/patterns")
    ]
    return [
      state("empty", "at-rest", PaneAtRest(sections: sections)),
      state("loading", "pane-parts", pane, stage: "pane"),
      state("failed", "pane-parts", pane, stage: "pane"),
    ]
  }

  /// What the template of a pane without a page asks for.
  private struct PaneAtRest {
    let sections: [ListPage.SectionLink]
  }

  private var greetingStates: [State] {
    let cards = [("usual", samples.whole), ("bare", samples.bare), ("long", samples.long)]
    return cards.map { name, record in
      state(
        name, "greeting-card",
        GreetingCard(record, of: samples.places, words: words, picture: picture(record)))
    } + [
      state(
        "chosen", "greeting-choice",
        GreetingControl(isGreeted: true, back: "/patterns", words: words))
    ]
  }

  private var preferences: PreferencesPage {
    PreferencesPage(
      Preferences(units: .metric), languages: website.languages, language: words.language,
      spoken: website.languages.english,
      greeting: GreetingControl(isGreeted: true, back: "/patterns", words: words), words: words)
  }
}

extension Preferences {
  /// Units that were chosen, where English is spoken.
  fileprivate init(units: UnitSystem) {
    chosenUnits = units
    usualUnits = .metric
    isGreeted = true
    look = Look()
    isKept = true
  }
}
