import AlmanacDeclarations

/// What a record's declared mark says to the eye: never by colour alone.
struct Mark: Sendable {
  /// The choice that the record holds.
  let choice: Choice

  /// The mark of a record; nothing where the dataset has none or the record is plain.
  init?(of record: Record, in dataset: Dataset) {
    guard let name = dataset.list.mark, let index = dataset.index(of: name),
      case .text(let text) = record.values[index],
      let choice = dataset.fields[index].choices.first(where: { $0.value == text }),
      choice.tone != .plain
    else { return nil }
    self.choice = choice
  }

  /// Makes the mark of a choice.
  init(choice: Choice) {
    self.choice = choice
  }

  /// Whether it says up or down, rather than heavy or light.
  var isDirection: Bool { choice.tone == .rise || choice.tone == .fall }

  /// The class that styles it.
  var className: StaticString {
    switch choice.tone {
    case .plain: "tone-plain"
    case .rise: "tone-rise"
    case .fall: "tone-fall"
    case .strong: "tone-strong"
    case .medium: "tone-medium"
    }
  }

  /// Writes the arrow of a direction.
  func writeSign(into markup: inout Markup) {
    markup.raw("<span class=\"sign\" aria-hidden=\"true\">")
    markup.raw(choice.tone == .rise ? "▲" : "▼")
    markup.raw("</span>")
  }

  /// Writes the disc of a weight, and its name for those who do not see it.
  func writeDisc(_ words: Catalogue, into markup: inout Markup) {
    markup.raw(" <span class=\"disc ")
    markup.raw(className)
    markup.raw("\" title=\"")
    markup.add(choice.title.text(in: words.language))
    markup.raw("\"><span class=\"unseen\">")
    markup.add(choice.title.text(in: words.language))
    markup.raw("</span></span>")
  }
}
