import AlmanacDeclarations
import Foundation

/// Says what the parser of arguments says in English: headings, and what is wrong with arguments.
///
/// The parser has no words but its own. What is not known here stays in English.
enum ParserWords {
  /// A screen of help in the language.
  static func help(_ text: String) -> String {
    guard text.hasPrefix(overview) || text.hasPrefix(usage) else { return text }
    return lines(text).map { line in
      if line.hasPrefix(overview) { return said("OVERVIEW: \(String(line.dropFirst(10)))") }
      if line.hasPrefix(usage) { return said("USAGE: \(String(line.dropFirst(7)))") }
      if let hint = line.wholeMatch(of: /\ *See '(.+)' for detailed help\./) {
        return "  " + said("See '\(String(hint.1))' for detailed help.")
      }
      return heading(line) ?? described(line)
    }.joined(separator: "\n")
  }

  /// What is said of a mistake, with the usage that follows it.
  static func mistake(_ text: String) -> String {
    lines(text).map { line in
      if line.hasPrefix("Error: ") { return said("Error: \(message(String(line.dropFirst(7))))") }
      if line.hasPrefix("Usage: ") { return said("Usage: \(String(line.dropFirst(7)))") }
      if line.hasPrefix("Help:  ") { return said("Help:  \(String(line.dropFirst(7)))") }
      if let hint = line.wholeMatch(of: /\ *See '(.+)' for more information\./) {
        return "  " + said("See '\(String(hint.1))' for more information.")
      }
      return line
    }.joined(separator: "\n")
  }

  private static let overview = "OVERVIEW: "
  private static let usage = "USAGE: "

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func heading(_ line: String) -> String? {
    switch line {
    case "ARGUMENTS:": said("ARGUMENTS:")
    case "OPTIONS:": said("OPTIONS:")
    case "SUBCOMMANDS:": said("SUBCOMMANDS:")
    default: nil
    }
  }

  /// A line about an argument: the parser's own two, and its notes in brackets.
  private static func described(_ line: String) -> String {
    var line = line
    let notes: [(String, Message)] = [
      ("Show the version.", "Show the version."),
      ("Show help information.", "Show help information."),
      ("(default:", "(default:"), ("(values:", "(values:"), ("; default:", "; default:"),
    ]
    for (english, message) in notes { line = line.replacing(english, with: said(message)) }
    return line
  }

  /// What is wrong with the arguments.
  private static func message(_ text: String) -> Message {
    if let match = text.wholeMatch(of: /Unknown option '(.+)'\. Did you mean '(.+)'\?/) {
      return "Unknown option '\(match.1)'. Did you mean '\(match.2)'?"
    }
    if let match = text.wholeMatch(of: /Unknown option '(.+)'/) {
      return "Unknown option '\(match.1)'"
    }
    if let match = text.wholeMatch(of: /Missing value for '(.+)'/) {
      return "Missing value for '\(match.1)'"
    }
    if let match = text.wholeMatch(of: /Missing expected argument '(.+)'/) {
      return "Missing expected argument '\(match.1)'"
    }
    if let match = text.wholeMatch(of: /Unexpected argument '(.+)'/) {
      return "Unexpected argument '\(match.1)'"
    }
    if let match = text.wholeMatch(of: /[0-9]+ unexpected arguments: (.+)/) {
      return "Unexpected arguments: \(match.1)"
    }
    return value(text)
  }

  /// What is wrong with an argument's value.
  private static func value(_ text: String) -> Message {
    let flag = /The option '(.+)' does not take any value, but '(.*)' was specified\./
    if let match = text.wholeMatch(of: flag) {
      return "The option '\(match.1)' does not take any value, but '\(match.2)' was specified."
    }
    let choice = /The value '(.*)' is invalid for '(.+)'\. Please provide one of (.+)\./
    if let match = text.wholeMatch(of: choice) {
      let names = match.3.replacing(" and ", with: ", ").replacing(" or ", with: ", ")
      return "The value '\(match.1)' is invalid for '\(match.2)'. Please provide one of \(names)."
    }
    if let match = text.wholeMatch(of: /The value '(.*)' is invalid for '(.+?)'(: .+)?/) {
      return "The value '\(match.1)' is invalid for '\(match.2)'\(String(match.3 ?? ""))"
    }
    return "\(text)"
  }
}
