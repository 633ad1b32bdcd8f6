import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// The card of a record that greets who opens the pages.
struct GreetingCard: Sendable, Hashable {
  /// Of which dataset, and that nobody chose it.
  let eyebrow: String
  let title: String
  /// The record's page.
  let address: String
  /// Whether the dataset declares a picture.
  let hasPicture: Bool
  /// The address of the picture; drawn from the key where there is none.
  let picture: String?
  let code: String
  let facts: [Fact]
  /// The phrases that the script says, as JSON.
  let phrases: String

  /// A fact of the record.
  struct Fact: Sendable, Hashable, Codable {
    let title: String
    let text: String
  }

  /// The card of a record; what is missing is left out.
  init(_ record: Record, of dataset: Dataset, words: Catalogue, picture: String?) {
    let text = ValueText(words: words)
    eyebrow = words.say("greeting.eyebrow", ["title": dataset.title.text(in: words.language)])
    title = EntryMarkup.title(of: record, in: dataset, text)
    address = Address.record(dataset.id, record.id)
    hasPicture = dataset.list.image != nil
    self.picture = picture
    code = String(record.id.description.prefix(3))
    facts = (dataset.greeting?.facts ?? []).compactMap { name in
      guard let index = dataset.index(of: name),
        let value = text.cell(
          dataset.value(index, of: record, in: words.language), of: dataset.fields[index])
      else { return nil }
      return Fact(title: dataset.fields[index].title.text(in: words.language), text: value)
    }
    phrases = ScriptPhrases.json(words, Self.keys)
  }

  /// What the script says besides.
  static let keys = ["greeting.stopped", "greeting.told", "watch.denied", "watch.failed"]
}

/// A greeting for programs: our own script, which shows its card or hands it to the system.
struct GreetingBody: Codable, Sendable {
  let dataset: String
  let title: String
  let href: String
  /// The address of the record's picture; absent where there is none.
  let picture: String?
  let facts: [GreetingCard.Fact]
  /// How many milliseconds after a page is there it is shown.
  let after: Int
  /// The card as pages show it: HTML.
  let card: String

  init(_ card: GreetingCard, of dataset: Dataset, html: String) {
    self.dataset = dataset.id
    title = card.title
    href = card.address
    picture = card.picture
    facts = card.facts
    after = Int((dataset.greeting?.after ?? .zero) / .milliseconds(1))
    self.card = html
  }
}

/// Whether a record greets who opens the pages, as a device chooses it.
struct GreetingControl: Sendable, Hashable {
  let action: String
  /// The page to come back to.
  let back: String
  let choices: [Choice]

  /// On or off.
  struct Choice: Sendable, Hashable {
    let value: String
    let name: String
    let isChosen: Bool
  }

  /// The choice, with a way back to the page it stands on.
  init(isGreeted: Bool, back: String, words: Catalogue) {
    action = Address.preferences
    self.back = back
    choices = [
      Choice(value: "on", name: words.say("greeting.choice.on"), isChosen: isGreeted),
      Choice(value: "off", name: words.say("greeting.choice.off"), isChosen: !isGreeted),
    ]
  }
}
