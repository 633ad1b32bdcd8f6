/// How a page looks, as its first bytes say it: nothing is drawn in another light before.
struct FrameLook: Sendable, Hashable {
  /// The theme that was chosen; nothing for that of the device.
  let theme: String?
  /// The density that was chosen; nothing for the comfortable one.
  let density: String?
  /// The size of text that was chosen, in percent; nothing for the browser's own.
  let text: String?
  /// What the browser may draw by itself: `light`, `dark` or both.
  let schemes: String
  /// What surrounds the page on a phone: the colour of its paper.
  let papers: [Paper]

  /// A colour of paper, and when it holds.
  struct Paper: Sendable, Hashable {
    let colour: String
    /// The media in which it holds; nothing for always.
    let media: String?
  }

  /// Makes the look of a page from what a device keeps and the paper by day and by night.
  init(_ look: Look, papers: PaperColours) {
    theme = look.theme?.rawValue
    density = look.density?.rawValue
    text = look.textSize?.rawValue
    schemes = theme ?? "light dark"
    self.papers =
      switch look.theme {
      case .light: [Paper(colour: papers.day, media: nil)]
      case .dark: [Paper(colour: papers.night, media: nil)]
      case nil:
        [
          Paper(colour: papers.day, media: "(prefers-color-scheme: light)"),
          Paper(colour: papers.night, media: "(prefers-color-scheme: dark)"),
        ]
      }
  }
}
