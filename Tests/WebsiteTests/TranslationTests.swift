import Foundation
import Testing

@testable import AlmanacWebsite

@Suite struct `A translation` {
  typealias Phrase = Catalogue.Phrase

  /// The plural forms of each language's numbers, decimals among them (Unicode CLDR).
  static let forms = [
    "en": ["one", "other"], "pl": ["one", "few", "many", "other"],
    "ru": ["one", "few", "many", "other"], "sk": ["one", "few", "many", "other"],
  ]
  static let others = ["pl", "ru", "sk"]
  let english: Catalogue

  init() throws { english = try Self.catalogue("en") }

  static func file(_ language: String) -> URL {
    TrialLibrary.share.appending(path: "words/\(language).json")
  }

  static func catalogue(_ language: String) throws -> Catalogue {
    try Catalogue(contentsOf: file(language))
  }

  /// What differs between a language's phrases and the English ones.
  static func differences(_ catalogue: Catalogue, from english: Catalogue) -> [String] {
    let (own, all) = (Set(catalogue.phrases.keys), Set(english.phrases.keys))
    var found = all.subtracting(own).map { "\($0) is missing" }
    found += own.subtracting(all).map { "\($0) is surplus" }
    for (key, phrase) in catalogue.phrases {
      guard let original = english.phrases[key] else { continue }
      found += differences(phrase, from: original, in: catalogue.language).map { "\(key) \($0)" }
    }
    return found.sorted()
  }

  private static func differences(
    _ phrase: Phrase, from original: Phrase, in language: String
  ) -> [String] {
    switch (phrase, original) {
    case (.text(let text), .text(let english)):
      names(text) == names(english) ? [] : ["fills \(names(text)), not \(names(english))"]
    case (.counted(let forms), .counted(let english)):
      differences(forms, from: english, in: language)
    default: ["is counted in one language alone"]
    }
  }

  /// A form may leave out the number where it stands for the number 1 alone.
  private static func differences(
    _ own: [String: String], from english: [String: String], in language: String
  ) -> [String] {
    let needed = Set(forms[language] ?? ["other"])
    var found = needed.subtracting(own.keys).map { "has no form \($0)" }
    found += Set(own.keys).subtracting(needed).map { "has a form \($0) that is never taken" }
    let all = Set(english.values.flatMap(names))
    for (form, text) in own {
      let isOneAlone = form == "one" && language != "ru"
      let may = isOneAlone ? ["count"] : [] as Set<String>
      let left = all.subtracting(names(text)).subtracting(may)
      let more = Set(names(text)).subtracting(all)
      if !left.isEmpty || !more.isEmpty { found.append("fills \(names(text)) in form \(form)") }
    }
    return found
  }

  /// The names that a text fills in, in order of the alphabet.
  private static func names(_ text: String) -> [String] {
    text.matches(of: /\{(\w+)\}/).map { String($0.1) }.sorted()
  }

  @Test func `is there for English, Polish, Slovak and Russian`() throws {
    let languages = try Languages(folder: TrialLibrary.share.appending(path: "words"))
    #expect(languages.codes == ["en", "pl", "ru", "sk"])
  }

  @Test(arguments: forms.keys.sorted())
  func `says everything, in all forms, with the same names to fill in`(language: String) throws {
    #expect(Self.differences(try Self.catalogue(language), from: english) == [])
  }

  @Test(arguments: others)
  func `leaves nothing in English`(language: String) throws {
    let same = try Self.catalogue(language).phrases.filter { english.phrases[$0.key] == $0.value }
    let words = same.filter { key, phrase in
      guard !Self.international.contains(where: key.hasPrefix), case .text(let text) = phrase else {
        return false
      }
      return text.replacing(/\{\w+\}/, with: "").contains(where: \.isLetter)
    }
    #expect(words.keys.sorted() == [])
  }

  /// The beginnings of keys whose phrases are names, signs or abbreviations in some language.
  private static let international = [
    "bar.home", "cli.gigabytes", "cli.kilobytes", "cli.kilometres", "cli.megabytes", "cli.miles",
    "cli.watch.rate", "date.month.", "export.title", "filter.time", "home.size", "home.window",
    "list.utc", "map.osm", "notice.test.title", "place.", "search.key_escape", "unit.",
  ]

  @Test(arguments: forms.keys.sorted())
  func `keeps its phrases in order of their keys, so that changes merge`(language: String) throws {
    let text = try String(contentsOf: Self.file(language), encoding: .utf8)
    let keys = text.matches(of: /(?m)^  "([^"]+)":/).map { String($0.1) }
    let phrases = try Self.catalogue(language).phrases
    #expect(keys.count == phrases.count)
    #expect(
      zip(keys, keys.dropFirst()).allSatisfy { Array($0.utf8).lexicographicallyPrecedes($1.utf8) })
  }

  @Test func `is compared key by key, form by form, name by name`() {
    let english = Catalogue(
      language: "en",
      phrases: [
        "a": .text("{x} of {y}"), "b": .text("b"), "d": .text("d"),
        "n": .counted(["one": "{count} of {x}", "other": "{count} of {x}"]),
      ])
    let polish = Catalogue(
      language: "pl",
      phrases: [
        "a": .text("{x} z {z}"), "c": .text("c"), "d": .counted(["other": "d"]),
        "n": .counted([
          "one": "jeden z {x}", "few": "z {x}", "many": "{count}", "two": "{count} {x}",
        ]),
      ])
    #expect(
      Self.differences(polish, from: english) == [
        #"a fills ["x", "z"], not ["x", "y"]"#, "b is missing", "c is surplus",
        "d is counted in one language alone", #"n fills ["count"] in form many"#,
        #"n fills ["x"] in form few"#, "n has a form two that is never taken",
        "n has no form other",
      ])
  }
}
