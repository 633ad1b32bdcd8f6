import Foundation

/// The one style sheet of all pages, for each size of text.
///
/// A media query knows the browser's letters alone, so a larger text would be set in columns that
/// were made for a smaller one. Each size therefore has a sheet of its own, in which the widths of
/// the window that the layout turns at have grown with the letters.
enum StyleSheet {
  /// The name of the file for a size.
  static func name(_ size: Look.TextSize?) -> String {
    size.map { "almanac-\($0.rawValue).css" } ?? "almanac.css"
  }

  /// The sheets by name, given the usual one; all under one digest, so that one leads to the others.
  static func files(_ usual: [UInt8]) -> [String: Assets.File] {
    let whole = Assets.File(usual, "text/css; charset=utf-8")
    let text = String(decoding: usual, as: UTF8.self)
    return Look.TextSize.allCases.reduce(into: [name(nil): whole]) { files, size in
      let sheet = Array(scaled(text, by: size.factor).utf8)
      files[name(size)] = Assets.File(bytes: sheet, type: whole.type, digest: whole.digest)
    }
  }

  /// A sheet whose layout turns at windows so many times as wide.
  static func scaled(_ sheet: String, by factor: Double) -> String {
    sheet.replacing(#/\(width (?<sign><|<=|>|>=) (?<size>[0-9.]+)rem\)/#) { match in
      let size = (Double(match.output.size) ?? 0) * factor
      return "(width \(match.output.sign) \(rounded(size))rem)"
    }
  }

  private static func rounded(_ size: Double) -> String {
    let thousandths = Int((size * 1000).rounded())
    let fraction = String(thousandths % 1000 + 1000).dropFirst()
    return "\(thousandths / 1000).\(fraction)"
  }
}

/// The colours of the paper by day and by night, as the tokens of the styles say them.
struct PaperColours: Sendable, Hashable {
  let day: String
  let night: String

  /// Finds `--paper: light-dark(DAY, NIGHT)` in a sheet; white and black where there is none.
  init(sheet: [UInt8]) {
    let text = String(decoding: sheet, as: UTF8.self)
    let found = text.firstMatch(
      of: #/--paper:\s*light-dark\(\s*(?<day>#[0-9a-f]+)\s*,\s*(?<night>#[0-9a-f]+)\s*\)/#)
    day = found.map { String($0.output.day) } ?? "#ffffff"
    night = found.map { String($0.output.night) } ?? "#000000"
  }
}
