import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// Makes the page of all components from made-up records, with the makers and templates of the pages
/// that they stand on.
struct PatternsPageMaker {
  let website: Website
  let samples: PatternSamples
  let words: Catalogue

  var now: Date { PatternSamples.now }

  /// The page.
  func page() -> PatternsPage {
    PatternsPage(
      patterns: lists + records + measures + notes + cards + controls + stages)
  }

  /// A component with its states.
  func pattern(_ name: String, _ states: [State]) -> PatternsPage.Pattern {
    PatternsPage.Pattern(
      anchor: name, title: words.say("patterns.part.\(name)"),
      specimens: states.map { state in
        let anchor = "\(name)-\(state.name)"
        return PatternsPage.Specimen(
          anchor: anchor, title: words.say("patterns.state.\(state.name)"),
          markup: PatternsPage.Specimen.named(state.markup, after: anchor), stage: state.stage)
      })
  }

  /// A state and what it looks like.
  struct State {
    let name: String
    let markup: String
    var stage: String?
  }

  /// A state of what a template shows.
  func state(_ name: String, _ template: String, _ model: Any, stage: String? = nil) -> State {
    State(
      name: name, markup: website.templates.part(model, template: template, words: words),
      stage: stage)
  }

  /// The picture of a sample: ours, since there is no other on this machine.
  var picture: @Sendable (Record) -> String? {
    let address = website.assets.address("almanac.svg")
    return { record in record.values.contains { Self.isPicture($0) } ? address : nil }
  }

  private static func isPicture(_ value: Value) -> Bool {
    if case .text(let text) = value { text.hasPrefix("https://example.org/") } else { false }
  }
}
