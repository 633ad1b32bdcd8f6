/// Numbers as a language writes them: grouped digits, its own decimal sign.
package struct NumberText: Sendable {
  /// What stands between groups of three digits.
  package let group: String
  /// What stands before the decimals.
  package let point: String
  /// The fewest digits that are grouped: 4, or 5 where four digits stay together.
  package let smallestGrouped: Int

  /// Takes signs, where there is no catalogue.
  package init(group: String, point: String, smallestGrouped: Int) {
    self.group = group
    self.point = point
    self.smallestGrouped = smallestGrouped
  }

  /// Takes a language's signs from its catalogue.
  package init(words: Catalogue) {
    group = words.say("number.group")
    point = words.say("number.point")
    smallestGrouped = Int(words.say("number.smallest_grouped")) ?? 4
  }

  /// A whole number.
  package func integer(_ number: Int64) -> String {
    sign(number < 0) + grouped(String(number.magnitude))
  }

  /// A number to so many decimals; with as many as it has where none are declared.
  ///
  /// At most 15 decimals count, and a number of 10^15 or more is written as it is. No text is longer
  /// than 48 characters where signs are one character long.
  package func decimal(_ number: Double, decimals: Int? = nil) -> String {
    guard let decimals, number.magnitude < 1e15 else { return asItIs(number) }
    let places = Self.places(decimals)
    let (whole, rest) = Self.rounded(number.magnitude, Self.power(places))
    let text = sign(number < 0 && (whole > 0 || rest > 0)) + grouped(String(whole))
    guard places > 0 else { return text }
    let digits = String(rest)
    return text + point + String(repeating: "0", count: places - digits.count) + digits
  }

  /// A number to at most so many decimals, none of them a trailing zero.
  package func short(_ number: Double, atMost decimals: Int) -> String {
    guard number.magnitude < 1e15 else { return asItIs(number) }
    let scale = Self.power(Self.places(decimals))
    let scaled = number.magnitude * Double(scale)
    guard scaled >= Self.exact else { return asItIs(signed(scaled.rounded(), like: number, scale)) }
    let (whole, rest) = Self.rounded(number.magnitude, scale)
    return asItIs(signed(Double(whole) + Double(rest) / Double(scale), like: number, 1))
  }

  private func signed(_ scaled: Double, like number: Double, _ scale: UInt64) -> Double {
    (number < 0 ? -scaled : scaled) / Double(scale)
  }

  /// The whole part, and how many parts of `scale` the rest of a number below 10^15 has.
  ///
  /// A product of 2^53 or more would round twice, and one of 2^64 fits no integer: there the whole
  /// part, which is exact, is taken off first.
  private static func rounded(
    _ magnitude: Double, _ scale: UInt64
  ) -> (whole: UInt64, rest: UInt64) {
    let scaled = (magnitude * Double(scale)).rounded()
    if scaled < exact, let parts = UInt64(exactly: scaled) { return (parts / scale, parts % scale) }
    let whole = UInt64(exactly: magnitude.rounded(.down)) ?? 0
    let part = (magnitude - magnitude.rounded(.down)) * Double(scale)
    let rest = UInt64(exactly: part.rounded()) ?? 0
    return rest < scale ? (whole, rest) : (whole + 1, 0)
  }

  /// Up to here every whole number is a binary64 number.
  private static let exact = 0x1p53

  /// A number that was typed as the language writes it, as addresses write it: "1 234,5" is 1234.5.
  ///
  /// Nothing for what is no number, or is written so already: 1,5 is no number in English.
  func plain(_ typed: String) -> String? {
    guard Double(typed) == nil else { return nil }
    let bare = typed.filter { !$0.isWhitespace }.replacing("\u{2212}", with: "-")
    let parts = bare.split(separator: point, maxSplits: 1, omittingEmptySubsequences: false)
    let groups = parts.first?.split(separator: group, omittingEmptySubsequences: false) ?? []
    guard groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
    let number = ([groups.joined()] + parts.dropFirst().map(String.init)).joined(separator: ".")
    return Double(number) == nil ? nil : number
  }

  private func asItIs(_ number: Double) -> String {
    let text = number.magnitude.description
    guard !text.contains("e") else { return sign(number < 0) + text }
    let parts = text.split(separator: ".")
    let decimals = parts.dropFirst().first ?? "0"
    let whole = sign(number < 0) + grouped(String(parts.first ?? "0"))
    return decimals == "0" ? whole : whole + point + decimals
  }

  private func grouped(_ digits: String) -> String {
    guard digits.utf8.count >= smallestGrouped else { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index) % 3 == 0 { text += group }
      text.append(digit)
    }
    return text
  }

  private func sign(_ isNegative: Bool) -> String { isNegative ? "\u{2212}" : "" }

  private static func places(_ decimals: Int) -> Int { min(max(decimals, 0), 15) }

  private static func power(_ exponent: Int) -> UInt64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
