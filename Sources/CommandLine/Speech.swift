import AlmanacDeclarations
import AlmanacWebsite
import ArgumentParser
import Foundation

/// What the command line says, in the language of whoever runs it.
///
/// The language is that of `ALMANAC_LANGUAGE`, else that of the locale as POSIX finds it: the first of
/// `LC_ALL`, `LC_MESSAGES` and `LANG` that is not empty. Sentences stand in the code in English and in
/// `share/words` in every language; without that folder all is said in English.
enum Speech {
  /// The code of the language that is spoken.
  static let language = words?.language ?? english

  /// The catalogue of the language; nothing where the files beside the program are missing.
  static let words = catalogue()

  private static let english = "en"

  /// A message in the language.
  static func say(_ message: Message) -> String { words?.tell(message) ?? message.description }

  /// What the engine or the owner said in English, as far as it is known.
  static func retell(_ text: String) -> String { words?.retell(text) ?? text }

  /// Numbers as the language writes them.
  static let numbers =
    words.map { NumberText(words: $0) } ?? NumberText(group: ",", point: ".", smallestGrouped: 4)

  /// The codes of the languages that are wished, the one liked most first.
  ///
  /// The first locale that is set decides, even when nothing here speaks it, as POSIX says.
  static func wishes(_ chosen: String?, _ environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }
    return [chosen, locale].compactMap { $0.map(code) }
  }

  /// The language of a locale's name: `pl` of `pl_PL.UTF-8`; no language of `C` and `POSIX`.
  private static func code(_ locale: String) -> String {
    let code = locale.prefix { !"_-.@".contains($0) }.lowercased()
    return ["c", "posix"].contains(code) ? english : code
  }

  private static func catalogue() -> Catalogue? {
    do {
      let settings = try Settings()
      let folder = try ShareFolder.find(settings).web.appending(path: "words")
      let wishes = wishes(settings["ALMANAC_LANGUAGE"], ProcessInfo.processInfo.environment)
      for language in wishes + [english] where language.allSatisfy(\.isLetter) {
        if let words = try Languages.catalogue(of: language, in: folder) { return words }
      }
      return nil
    } catch {
      return nil  // the command itself says what is wrong with its files; here English will do
    }
  }
}

/// A message in the language of whoever runs the program.
func said(_ message: Message) -> String { Speech.say(message) }

/// What the engine or the owner said in English, in the language as far as it is known.
func retold(_ text: String) -> String { Speech.retell(text) }

/// A mistake in what was typed; exit code 2.
func misuse(_ message: Message) -> ValidationError { ValidationError(said(message)) }

extension ArgumentHelp {
  /// What an argument is for.
  static func said(_ message: Message, valueName: String? = nil) -> ArgumentHelp {
    ArgumentHelp(Speech.say(message), valueName: valueName)
  }
}

extension DeclarationProblem {
  /// The problem in one line.
  var told: String { place + said(message) }
}

extension Credit {
  /// Whom to thank, and on which terms.
  var told: String {
    "\(text), " + (licence == "none stated" ? said("no licence stated") : licence)
  }
}

/// A failure that is told in one sentence; exit code 1.
struct Failure: MessageError {
  let message: Message

  init(_ message: Message) { self.message = message }
}
