/// The CLDR plural category of a number in the languages that Almanac speaks.
///
/// Source: Unicode CLDR, Language Plural Rules, cardinal numbers.
enum PluralRule {
  /// A form that a counted phrase may take.
  enum Category: String, Sendable, CaseIterable {
    case one, few, many, other
  }

  /// The category of `number` in a language; English for a language without a rule of its own.
  static func category(of number: Int, in language: String) -> Category {
    let number = number.magnitude
    switch language {
    case "pl": return polish(number)
    case "ru": return russian(number)
    case "sk": return slovak(number)
    default: return number == 1 ? .one : .other
    }
  }

  /// The category of a number that is written with as many decimals as it has.
  static func category(of number: Double, in language: String) -> Category {
    if let whole = Int(exactly: number) { return category(of: whole, in: language) }
    return language == "sk" ? .many : .other
  }

  private static func polish(_ number: UInt) -> Category {
    if number == 1 { return .one }
    return endsFew(number) ? .few : .many
  }

  private static func russian(_ number: UInt) -> Category {
    if number % 10 == 1, number % 100 != 11 { return .one }
    return endsFew(number) ? .few : .many
  }

  private static func slovak(_ number: UInt) -> Category {
    if number == 1 { return .one }
    return (2...4).contains(number) ? .few : .other
  }

  /// Whether a number ends in 2, 3 or 4, but not in 12, 13 or 14.
  private static func endsFew(_ number: UInt) -> Bool {
    (2...4).contains(number % 10) && !(12...14).contains(number % 100)
  }
}
