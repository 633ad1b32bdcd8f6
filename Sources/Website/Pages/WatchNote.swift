import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// The button by which somebody asks to be told when something changes.
struct WatchNote: Sendable, Hashable {
  /// The dataset.
  let watched: String
  /// The record's key, where a record is watched.
  let record: String?
  /// The list's query, where a search is watched; nothing for the whole dataset.
  let query: String?
  /// The button's words.
  let wish: String
  /// The phrases that the script says, as JSON.
  let phrases: String

  /// The button of a record's page.
  init(_ record: RecordID, of dataset: Dataset, words: Catalogue) {
    watched = dataset.id
    self.record = record.description
    query = nil
    wish = words.say("watch.record")
    phrases = ScriptPhrases.json(words, Self.keys)
  }

  /// The button of a list: of what is found, or of all.
  init(_ query: TableQuery, of dataset: Dataset, words: Catalogue) {
    var found = query
    (found.sort, found.offset, found.limit) = ([], 0, TableQuery().limit)
    found.collation = nil
    let text = Address.parameters(found.parameters).dropFirst()
    watched = dataset.id
    record = nil
    self.query = text.isEmpty ? nil : String(text)
    wish = words.say(text.isEmpty ? "watch.dataset" : "watch.search")
    phrases = ScriptPhrases.json(words, Self.keys)
  }

  /// What the script says besides.
  static let keys = [
    "watch.asking", "watch.denied", "watch.failed", "watch.later", "watch.on", "watch.stop",
    "watch.unconfirmed",
  ]
}

/// The page of what this browser is told about.
struct NotificationsPage: Sendable, Hashable {
  /// The phrases that the script says, as JSON.
  let phrases: String
  /// Whether records greet; nothing where none does.
  let greeting: GreetingControl?
  /// Whether nothing can be sent until somebody who keeps the server decides.
  let isOff: Bool
  /// Whether the list of who is told was damaged.
  let isRepaired: Bool

  init(words: Catalogue, greeting: GreetingControl?, standing: Notifier.Standing) {
    phrases = ScriptPhrases.json(words, Self.keys)
    self.greeting = greeting
    (isOff, isRepaired) = (standing == .off, standing == .repaired)
  }

  /// What the script says.
  static let keys =
    [
      "notifications.ended", "notifications.failed", "notifications.last", "notifications.lost",
      "notifications.made",
      "notifications.never", "notifications.sent", "notifications.wait", "date.instant",
    ] + (1...12).map { "date.month.\($0).short" }
}
