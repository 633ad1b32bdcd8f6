import AlmanacEngine

/// The files that a browser renders pages with when the server is gone.
enum ShellFiles {
  /// The templates as written, by name.
  static let templates = "templates.json"

  /// The words of a language.
  static func words(_ language: String) -> String { "words-\(language).json" }

  /// Texts that no page says: the description of the interface, and the command line.
  private static let unsaid = ["api.", "cli."]

  /// The files that are made of others, by name.
  static func made(templates: Templates, languages: Languages) -> [String: Assets.File] {
    var files = [self.templates: file(templates.texts)]
    for (code, words) in languages.catalogues {
      let said = words.phrases.filter { key, _ in !unsaid.contains(where: key.hasPrefix) }
      files[self.words(code)] = file(said.mapValues(\.value))
    }
    return files
  }

  private static func file(_ values: [String: Any]) -> Assets.File {
    Assets.File(TemplateJSON.bytes(values), "application/json")
  }
}

extension Catalogue.Phrase {
  /// The phrase as files have it: a text, or a dictionary of texts by plural category.
  fileprivate var value: Any {
    switch self {
    case .text(let text): text
    case .counted(let forms): forms
    }
  }
}

extension Assets {
  /// The names of the files by which pages are shown in a language when the server is gone; with
  /// the words of the language that is always there, by which others are found.
  ///
  /// The pictures of the manifest are for who installs the app, and the browser asks for them.
  func shell(_ language: String, besides always: String) -> [String] {
    let others = Set(files.keys.filter { $0.hasPrefix("words-") })
      .subtracting([language, always].map(ShellFiles.words))
    return files.keys.filter { !others.contains($0) && !$0.hasSuffix(".png") }.sorted()
  }
}
