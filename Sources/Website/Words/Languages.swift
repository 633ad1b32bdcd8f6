package import Foundation

/// The catalogues of all languages that the pages can be read in.
package struct Languages: Sendable {
  /// The catalogues by language code; English is always among them.
  let catalogues: [String: Catalogue]
  /// The catalogue that every other language falls back to.
  let english: Catalogue

  /// Reads every `LANGUAGE.json` of a folder.
  init(folder: URL) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var catalogues: [String: Catalogue] = [:]
    for name in names where name.hasSuffix(".json") {
      let catalogue = try Catalogue(contentsOf: folder.appending(path: name))
      catalogues[catalogue.language] = catalogue
    }
    guard let english = catalogues["en"] else { throw ShareProblem.noEnglish(folder) }
    let retelling = Retelling(english: english.phrases)
    let sentences = Sentences(english: english.phrases)
    for code in catalogues.keys {
      catalogues[code]?.sentences = sentences
      if code != english.language { catalogues[code]?.retelling = retelling }
    }
    self.english = catalogues[english.language] ?? english
    self.catalogues = catalogues
  }

  /// The catalogue of one language, with nothing else read but English; nothing where there is none.
  package static func catalogue(of language: String, in folder: URL) throws -> Catalogue? {
    let english = try Catalogue(contentsOf: folder.appending(path: "en.json"))
    let file = folder.appending(path: "\(language).json")
    guard FileManager.default.fileExists(atPath: file.path) else { return nil }
    var words = language == english.language ? english : try Catalogue(contentsOf: file)
    words.sentences = Sentences(english: english.phrases)
    if language != english.language { words.retelling = Retelling(english: english.phrases) }
    return words
  }

  /// The catalogue that suits an Accept-Language header best (RFC 9110, section 12.5.4).
  func best(for accepted: String?) -> Catalogue {
    guard catalogues.count > 1, let accepted else { return english }
    let languages = Self.tags(accepted).map { $0.prefix { $0 != "-" } }
    return languages.lazy.compactMap { catalogues[String($0)] }.first ?? english
  }

  /// The tags of an Accept-Language header in lower case, the one liked most first.
  static func tags(_ accepted: String) -> [String] {
    let wishes = accepted.split(separator: ",").map(wish).filter { $0.weight > 0 }
    let ordered = wishes.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }
    return ordered.map(\.element.tag)
  }

  private static func wish(_ part: Substring) -> (tag: String, weight: Double) {
    let pieces = part.split(separator: ";")
    let tag = pieces.first?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
    let weight = pieces.dropFirst().lazy
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .first { $0.hasPrefix("q=") }
      .flatMap { Double($0.dropFirst(2)) }
    return (tag, weight ?? 1)
  }
}
