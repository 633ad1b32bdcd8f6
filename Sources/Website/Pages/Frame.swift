import AlmanacDeclarations

/// What stands around every page: head, bar and foot.
struct Frame: Sendable, Hashable {
  let language: String
  /// The title of the window.
  let title: String
  /// A sentence for search engines and previews.
  let summary: String?
  let style: String
  let icon: String
  let script: String
  /// The `.json` twin, where the page has one.
  let twin: String?
  /// The feed of changes, where the page has one.
  let feed: String?
  /// Links in the bar.
  let bar: [Link]
  /// Every dataset, where the palette leads without a search.
  let places: [Link]
  /// The pages beside them.
  let beside: [Link]
  /// The phrases that the page's search fields fill in, as JSON.
  let phrases: String
  /// The languages that the page can be read in.
  let languages: LanguageControl
  /// The page's address without a language; nothing for a page that no other should lead to.
  let unspoken: String?
  let version: String
  /// The class of the page, for its style.
  let kind: String
  /// In what light, how close and how large the device wants it.
  let look: FrameLook
  /// What the page is installed by, in its language.
  var manifest = ""
  /// The image on a phone's home screen.
  var touchIcon = ""
  /// Whether a record greets who begins here.
  var greets = false
  /// Whether the page is sent as its parts, for a browser that renders it itself.
  var isModel = false

  /// A link with words.
  struct Link: Sendable, Hashable {
    let title: String
    let address: String
    let isCurrent: Bool
  }
}

/// A dataset's thanks, as its pages show it.
struct CreditNote: Sendable, Hashable {
  let text: String
  let homepage: String?
  let licence: String

  /// Whom to thank; that no licence is stated is said in the language.
  init(_ credit: Credit, _ words: Catalogue? = nil) {
    text = credit.text
    homepage = credit.homepage
    licence = words?.retell(credit.licence) ?? credit.licence
  }
}
