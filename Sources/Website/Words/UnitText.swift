/// Numbers with their units: grams turn into kilograms where there are many.
struct UnitText: Sendable {
  let words: Catalogue
  let numbers: NumberText

  /// The units that the catalogue has a phrase for.
  static let known = ["ft", "g", "kg", "km", "km2", "m", "mi", "people"]

  init(words: Catalogue) {
    self.words = words
    numbers = NumberText(words: words)
  }

  /// A number with its unit; without one, the number alone.
  func text(_ number: Double, unit: String?, decimals: Int?) -> String {
    guard let unit else { return numbers.decimal(number, decimals: decimals) }
    if unit == "g", number.magnitude >= 1000 { return kilograms(number / 1000) }
    return joined(numbers.decimal(number, decimals: decimals), unit)
  }

  /// A whole number with its unit; people are counted in words.
  func text(_ number: Int64, unit: String?) -> String {
    guard let unit else { return numbers.integer(number) }
    if unit == "people" { return words.count("unit.people", Int(number)) }
    if unit == "g", number.magnitude >= 1000 { return kilograms(Double(number) / 1000) }
    return joined(numbers.integer(number), unit)
  }

  /// The unit alone, as the language shortens it: "km²".
  func sign(of unit: String) -> String {
    guard Self.known.contains(unit), unit != "people" else { return unit }
    let sign = words.say("unit.\(unit)", ["number": ""])
    return String(sign.drop(while: \.isWhitespace))
  }

  private func kilograms(_ number: Double) -> String {
    joined(numbers.short(number, atMost: number.magnitude < 100 ? 2 : 0), "kg")
  }

  private func joined(_ number: String, _ unit: String) -> String {
    guard Self.known.contains(unit), unit != "people" else { return number + "\u{A0}" + unit }
    return words.say("unit.\(unit)", ["number": number])
  }
}
