import AlmanacDeclarations
import AlmanacEngine

/// The button by which somebody keeps a dataset on the device, to read it when the server is gone.
struct KeepNote: Sendable, Hashable {
  /// The dataset.
  let offered: String
  /// The phrases that the script says, as JSON.
  let phrases: String

  /// The button of a list.
  init(_ dataset: Dataset, words: Catalogue) {
    offered = dataset.id
    phrases = ScriptPhrases.json(words, DeviceWords.keep)
  }
}

/// What is on this device, as the page of preferences lists it.
struct DevicePart: Sendable, Hashable {
  /// The phrases that the script says, as JSON.
  let phrases: String

  init(words: Catalogue) {
    phrases = ScriptPhrases.json(words, DeviceWords.list)
  }
}

/// The page that a browser shows where the server is gone and the page that was asked for is not on
/// the device.
struct OfflinePage: Sendable, Hashable {
  let title: String
  /// The phrases that the script says, as JSON.
  let phrases: String

  init(words: Catalogue) {
    title = words.say("offline.title")
    phrases = ScriptPhrases.json(words, DeviceWords.list)
  }
}

/// What scripts say about this device.
enum DeviceWords {
  /// All that scripts say of this device.
  static var all: [String] { keep + list + lines + problems }

  /// How long ago something was.
  static let ages = [
    "offline.age.days", "offline.age.hours", "offline.age.minutes", "offline.age.now",
    "offline.age.unknown", "number.group", "number.smallest_grouped",
  ]
  /// What the service worker writes into the pages that it answers with.
  static let lines = ["offline.line.kept", "offline.line.visited", "offline.line.live"]
  /// Why a dataset could not be kept, and what then.
  static let problems = [
    "device.problem.changing", "device.problem.damaged", "device.problem.denied",
    "device.problem.full", "device.problem.full_now", "device.problem.gone",
    "device.problem.offline",
    "device.problem.refused",
    "device.problem.still",
  ]
  /// What the button of a list says.
  static let keep =
    ages + problems + [
      "device.again", "device.cancel", "device.go_on", "device.half", "device.keep",
      "device.keeping", "device.kept", "device.remove", "device.removed",
      "status.records",
    ]
  /// What the list of everything on this device says.
  static let list =
    ages + [
      "device.half", "device.in_use", "device.kept", "device.lasting", "device.passing",
      "device.problem.denied",
      "device.problem.still", "device.pages", "device.pictures", "device.removed",
      "device.visited", "status.records",
    ]
}
