import AlmanacEngine

/// Numbers with their units, as the person prefers them: "14.2 kg", "120,733 sq mi".
struct UnitText: Sendable {
  let words: Catalogue
  let numbers: NumberText

  /// The units that the catalogue has a phrase for.
  static let known = MeasureUnit.allCases.map(\.rawValue) + [people]
  private static let people = "people"

  init(words: Catalogue) {
    self.words = words
    numbers = NumberText(words: words)
  }

  /// A number with its unit; without one, the number alone.
  func text(_ number: Double, unit: String?, decimals: Int?) -> String {
    guard let unit else { return numbers.decimal(number, decimals: decimals) }
    if unit == Self.people { return people(number, decimals) }
    let measure = words.units.measure(number, unit)
    return joined(digits(measure, declared: unit, decimals), measure.unit)
  }

  /// A whole number with its unit; people are counted in words.
  func text(_ number: Int64, unit: String?) -> String {
    guard let unit else { return numbers.integer(number) }
    if unit == Self.people { return words.count("unit.people", Int(number)) }
    let measure = words.units.measure(Double(number), unit)
    guard measure.isReckoned else { return joined(numbers.integer(number), unit) }
    return joined(digits(measure, declared: unit, nil), measure.unit)
  }

  /// The unit alone, as the language shortens it: "km²".
  func sign(of unit: String) -> String {
    guard Self.known.contains(unit), unit != Self.people else { return unit }
    let sign = words.say("unit.\(unit)", ["number": ""])
    return String(sign.drop(while: \.isWhitespace))
  }

  /// As many digits as are worth reading.
  ///
  /// What is told in its own unit has its declared decimals, and two digits that count where those
  /// would leave fewer: 0.49 km² is no 0 km². Grams that became kilograms keep their hundredths.
  private func digits(_ measure: Measure, declared: String, _ decimals: Int?) -> String {
    let number = measure.number
    guard measure.isReckoned else {
      guard let decimals, Self.loses(number, decimals), MeasureUnit(rawValue: declared) != nil
      else { return numbers.decimal(number, decimals: decimals) }
      return numbers.short(number, atMost: Self.decimals(number, digits: 2))
    }
    if declared == MeasureUnit.gram.rawValue, words.units != .imperial {
      return numbers.short(number, atMost: number.magnitude < 100 ? 2 : 0)
    }
    return numbers.short(number, atMost: Self.decimals(number, digits: decimals == 0 ? 2 : 3))
  }

  /// Whether rounding to so many decimals leaves fewer than two digits of a number that has more.
  private static func loses(_ number: Double, _ decimals: Int) -> Bool {
    number != 0 && number.magnitude < 10 && decimals < Self.decimals(number, digits: 2)
  }

  /// How many decimals show so many digits that count; at most 9.
  private static func decimals(_ number: Double, digits: Int) -> Int {
    var (left, decimals) = (number.magnitude, digits - 1)
    guard left > 0 else { return 0 }
    while left >= 10, decimals > 0 { (left, decimals) = (left / 10, decimals - 1) }
    while left < 1, decimals < 9 { (left, decimals) = (left * 10, decimals + 1) }
    return decimals
  }

  private func people(_ number: Double, _ decimals: Int?) -> String {
    let written = numbers.decimal(number, decimals: decimals)
    let isWhole = decimals == 0 || number == number.rounded()
    return words.count("unit.people", isWhole ? number.rounded() : number, written: written)
  }

  private func joined(_ number: String, _ unit: String) -> String {
    guard MeasureUnit(rawValue: unit) != nil else { return number + "\u{A0}" + unit }
    return words.say("unit.\(unit)", ["number": number])
  }
}
