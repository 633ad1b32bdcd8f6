import AlmanacCore
import AlmanacDeclarations
import AlmanacWebsite
import Foundation

/// Values of rows as a terminal shows them.
struct WatchValue {
  /// The zone of the person who looks.
  let zone: TimeZone

  /// The text of a field's value; empty where there is none.
  func text(_ value: JSONValue, of field: Field) -> String {
    switch value {
    case .null: ""
    case .bool(let truth): truth ? said("yes") : said("no")
    case .integer(let number): whole(number, field)
    case .number(let number): Self.decimal(number, field.decimals)
    case .text(let text): self.text(text, field)
    case .list(let values): values.map { self.text($0, of: field) }.joined(separator: ", ")
    case .object(let parts): Self.text(parts)
    }
  }

  /// What stands above a column of a field.
  func head(of field: Field) -> String {
    let title = CellText.printable(field.title.text(in: Speech.language))
    if field.type == .timestamp { return "\(title) (\(zoneName))" }
    return field.unit.map { "\(title) (\($0))" } ?? title
  }

  private var zoneName: String {
    ["GMT", "UTC", "Etc/UTC", "Etc/GMT", "Zulu"].contains(zone.identifier) ? "UTC" : zone.identifier
  }

  private func whole(_ number: Int64, _ field: Field) -> String {
    if field.type == .year { return "\(number)" }
    if field.type == .number { return Self.decimal(Double(number), field.decimals) }
    return Self.grouped(number.description)
  }

  private func text(_ text: String, _ field: Field) -> String {
    if field.type == .timestamp || field.type == .datetime {
      return moment(text, isInstant: field.type == .timestamp) ?? text
    }
    let choice = field.choices.first { $0.value == text }
    return CellText.printable(choice?.title.text(in: Speech.language) ?? text)
  }

  /// "2026-11-21 15:02:48", an instant in the person's zone.
  private func moment(_ text: String, isInstant: Bool) -> String? {
    guard let read = Timestamp(iso: Array(text.utf8)) else { return nil }
    let date = Date(timeIntervalSince1970: Double(read.millisecondsSinceEpoch) / 1000)
    let offset = isInstant ? Int64(zone.secondsFromGMT(for: date)) * 1000 : 0
    let local = read.millisecondsSinceEpoch + offset
    let whole = Int64((Double(local) / 1000).rounded(.down)) * 1000
    guard let shown = Timestamp(millisecondsSinceEpoch: whole) else { return nil }
    return String(decoding: shown.iso, as: UTF8.self).replacing("T", with: " ").replacing(
      "Z", with: "")
  }

  /// A number to so many decimals, its whole part grouped by thousands.
  static func decimal(_ number: Double, _ decimals: Int?) -> String {
    guard let decimals, number.magnitude < 1e15 else {
      return grouped(Int64(exactly: number).map(String.init) ?? "\(number)")
    }
    return grouped(String(format: "%.\(min(max(decimals, 0), 15))f", number))
  }

  /// Digits in groups of three, as the language writes them; what follows the point stays as it is.
  static func grouped(_ text: String) -> String {
    let whole = text.prefix { $0.isNumber || $0 == "-" }
    let digits = whole.drop { $0 == "-" }
    var result = String(whole.prefix(whole.count - digits.count))
    let signs = Speech.numbers
    for (index, digit) in digits.enumerated() {
      let isGrouped = digits.count >= signs.smallestGrouped
      if isGrouped, index > 0, (digits.count - index) % 3 == 0 { result += signs.group }
      result.append(digit)
    }
    return result + text.dropFirst(whole.count).replacing(".", with: signs.point)
  }

  /// A point as its degrees, a currency as its code.
  private static func text(_ parts: [String: JSONValue]) -> String {
    if case .text(let code) = parts["code"] { return CellText.printable(code) }
    let degrees = [parts["latitude"], parts["longitude"]].compactMap { part -> String? in
      switch part {
      case .number(let number): "\(number)"
      case .integer(let number): "\(number)"
      default: nil
      }
    }
    return degrees.joined(separator: ", ")
  }
}
