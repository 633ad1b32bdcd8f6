import AlmanacEngine

/// Distances and directions as people read them.
struct DistanceText: Sendable {
  let words: Catalogue
  private let numbers: NumberText

  init(words: Catalogue) {
    self.words = words
    numbers = NumberText(words: words)
  }

  /// A distance as long as it is worth reading: "486 km", "12.3 km", "720 m", "302 mi", "80 ft".
  func text(_ metres: Double, in unit: DistanceUnit) -> String {
    let number = unit.number(metres: metres)
    switch unit {
    case .kilometres where number > 0 && number < 1: return small(metres, "m")
    case .miles where number > 0 && number < 0.1: return small(metres / 0.3048, "ft")
    default: return said(number, decimals: Self.decimals(number), unit.rawValue)
    }
  }

  /// A distance to the thousandth of its unit: "486.213 km".
  func exact(_ metres: Double, in unit: DistanceUnit) -> String {
    said(unit.number(metres: metres), decimals: 3, unit.rawValue)
  }

  /// A round distance: "5 km".
  func round(_ metres: Double, in unit: DistanceUnit) -> String {
    let number = numbers.short(unit.number(metres: metres), atMost: 3)
    return words.say("unit.\(unit.rawValue)", ["number": number])
  }

  /// A direction: "340°, north".
  func bearing(_ degrees: Double) -> String {
    guard degrees.isFinite else { return "" }
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    let circle = turned < 0 ? turned + 360 : turned
    let wind = Int((circle / 45).rounded()) % 8
    let whole = Int(circle.rounded()) % 360
    return words.say(
      "distance.bearing", ["degrees": "\(whole)", "wind": words.say("distance.wind.\(wind)")])
  }

  private static func decimals(_ number: Double) -> Int {
    switch number {
    case 0: 0
    case ..<10: 2
    case ..<100: 1
    default: 0
    }
  }

  private func small(_ number: Double, _ unit: String) -> String {
    said(number, decimals: number < 10 ? 1 : 0, unit)
  }

  private func said(_ number: Double, decimals: Int, _ unit: String) -> String {
    words.say("unit.\(unit)", ["number": numbers.decimal(number, decimals: decimals)])
  }
}
