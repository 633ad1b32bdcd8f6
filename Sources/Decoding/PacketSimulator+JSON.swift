import Foundation

extension PacketSimulator.Packet {
  /// Appends the packet to `bytes` as a JSON array with one object per record:
  /// `[{"id":1,"modified":"2026-11-21T14:02:48.123Z","side":"sell"},…]`.
  ///
  /// The id comes first and the fields follow in the recipe's order. O(records × fields).
  public func appendJSON(to bytes: inout [UInt8]) {
    let time = Timestamp.json(date)
    var random = SplitMix64(recipe.seed, packet: cursor)
    bytes.append(UInt8(ascii: "["))
    for row in 0..<count {
      bytes.append(
        contentsOf: row == 0 ? PacketSimulator.Layout.firstOpening : PacketSimulator.Layout.opening)
      bytes.appendDecimal(makeID(row, &random))
      for part in layout.parts {
        part.append(to: &bytes, time: time, &random)
      }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// The packet as one JSON array.
  ///
  /// O(records × fields).
  public var json: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * 128)
    appendJSON(to: &bytes)
    return bytes
  }
}

extension PacketSimulator {
  /// A recipe made ready for writing: names and texts are escaped once, not once per record.
  struct Layout: Sendable {
    static let firstOpening = Array(#"{"id":"#.utf8)
    static let opening = Array(#",{"id":"#.utf8)

    let parts: [Part]

    init(of recipe: PacketSimulator.Recipe) {
      parts = recipe.fields.map(Part.init)
    }

    /// One field of every record.
    struct Part: Sendable {
      private enum Content: Sendable {
        case texts([[UInt8]])
        case number(FixedPoint)
        case time
      }

      private let prefix: [UInt8]
      private let content: Content

      init(_ field: PacketSimulator.Field) {
        prefix = Array(",".utf8) + JSONText.quoted(field.name) + Array(":".utf8)
        content =
          switch field.generator {
          case .oneOf(let texts): .texts(texts.map(JSONText.quoted))
          case .number(let from, let to, let decimals):
            .number(FixedPoint(from: from, to: to, decimals: decimals))
          case .integer(let from, let to): .number(FixedPoint(from: from, to: to))
          case .now: .time
          }
      }

      /// Draws from `random` exactly as `Generator.value` does.
      func append(to bytes: inout [UInt8], time: [UInt8], _ random: inout SplitMix64) {
        bytes.append(contentsOf: prefix)
        switch content {
        case .texts(let texts):
          bytes.append(
            contentsOf: texts.isEmpty ? [34, 34] : texts[random.next(below: texts.count)])
        case .number(let numbers):
          bytes.appendDecimal(numbers.units(&random), decimals: numbers.decimals)
        case .time:
          bytes.append(contentsOf: time)
        }
      }
    }
  }
}

/// JSON strings (RFC 8259, section 7).
private enum JSONText {
  /// The text in quotation marks, with what JSON does not allow inside them escaped.
  static func quoted(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        bytes += Array("\\u00".utf8) + [hexadecimal(byte >> 4), hexadecimal(byte & 15)]
      default: bytes.append(byte)
      }
    }
    return bytes + [UInt8(ascii: "\"")]
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }
}

/// Times as JSON carries them.
private enum Timestamp {
  /// A quoted RFC 3339 time in UTC, to the nearest millisecond, in the years 0000 to 9999.
  static func json(_ date: Date) -> [UInt8] {
    let milliseconds = milliseconds(of: date)
    let day = milliseconds.flooredQuotient(by: 86_400_000)
    let rest = milliseconds - day * 86_400_000
    let (year, month, dayOfMonth) = civil(day)
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for (number, width, end) in [
      (year, 4, "-"), (month, 2, "-"), (dayOfMonth, 2, "T"), (rest / 3_600_000, 2, ":"),
      (rest / 60_000 % 60, 2, ":"), (rest / 1000 % 60, 2, "."), (rest % 1000, 3, "Z\""),
    ] {
      bytes.appendPadded(number, width: width)
      bytes.append(contentsOf: end.utf8)
    }
    return bytes
  }

  private static func milliseconds(of date: Date) -> Int {
    let exact = (date.timeIntervalSince1970 * 1000).rounded()
    guard exact.isFinite else { return 0 }
    return Int(min(max(exact, -62_167_219_200_000), 253_402_300_799_999))
  }

  /// The proleptic Gregorian date of a day counted from 1970-01-01.
  ///
  /// Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = day + 719_468
    let era = shifted.flooredQuotient(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
  }
}

extension Int {
  fileprivate func flooredQuotient(by divisor: Int) -> Int {
    self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
  }
}

/// 10^0 to 10^19, the largest that a UInt64 holds.
private let powersOfTen: [UInt64] = (0..<20).map { power in
  (0..<power).reduce(1) { scale, _ in scale * 10 }
}

extension [UInt8] {
  /// Appends a whole number of units of the last of `decimals` places.
  fileprivate mutating func appendDecimal(_ units: Int, decimals: Int = 0) {
    if units < 0 { append(UInt8(ascii: "-")) }
    let magnitude = UInt64(units.magnitude)
    guard decimals > 0 else { return appendDigits(magnitude, atLeast: 1) }
    let scale = powersOfTen[decimals]
    appendDigits(magnitude / scale, atLeast: 1)
    append(UInt8(ascii: "."))
    appendDigits(magnitude % scale, atLeast: decimals)
  }

  private mutating func appendDigits(_ number: UInt64, atLeast width: Int) {
    var digits = width
    while digits < powersOfTen.count, number >= powersOfTen[digits] { digits += 1 }
    var scale = powersOfTen[digits - 1]
    var rest = number
    for _ in 0..<digits {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / scale))
      rest %= scale
      scale /= 10
    }
  }
  fileprivate mutating func appendPadded(_ number: Int, width: Int) {
    let digits = String(number)
    append(contentsOf: repeatElement(UInt8(ascii: "0"), count: Swift.max(0, width - digits.count)))
    append(contentsOf: digits.utf8)
  }
}
