/// The page of all components in all their states.
struct PatternsPage: Sendable, Hashable {
  let patterns: [Pattern]

  /// A component.
  struct Pattern: Sendable, Hashable {
    let anchor: String
    let title: String
    let specimens: [Specimen]
  }

  /// A component in one state.
  struct Specimen: Sendable, Hashable {
    let anchor: String
    let title: String
    /// What a page holds of it.
    let markup: String
    /// The words of the script that brings it into this state; nothing where it needs none.
    let stage: String?
  }
}

extension PatternsPage.Specimen {
  /// Markup in which no name of an element stands twice on the page, whatever stands around it, nor
  /// the label of a region that one can go to.
  static func named(_ markup: String, after anchor: String) -> String {
    let names = /( (?:id|for|aria-controls|aria-labelledby)="|href="#|url\(#)([^")]+)/
    let regions =
      #/(<(?:nav|section|aside|form|[a-z-]+ [^>]*role="(?:search|region)")[^>]* aria-label="[^"]*)"/#
    return markup.replacing(" autofocus>", with: ">")
      .replacing(names) { "\($0.1)\(anchor)-\($0.2)" }
      .replacing(regions) { "\($0.1) (\(anchor))\"" }
  }

  /// Markup with the filters unfolded.
  static func filtering(_ markup: String) -> String {
    markup.replacing(
      "<details class=\"fold filters\">", with: "<details class=\"fold filters\" open>")
  }

  /// Markup with the first rows unfolded.
  static func unfolded(_ markup: String, rows: Int) -> String {
    markup.replacing("<details><summary", with: "<details open><summary", maxReplacements: rows)
  }
}
