/// A number read from text: JSON's, or what people write into spreadsheets.
///
/// Accepts a sign, leading zeros, thousands commas in groups of three, a point with digits on either
/// side, and an exponent.
struct NumberText {
  /// The digits without their point, as far as 64 bits hold them.
  private var magnitude: UInt64 = 0
  /// The power of ten that the digits are multiplied by.
  private var exponent = 0
  private var isNegative = false
  /// Whether some digits other than zeros did not fit.
  private var isCut = false
  private let bytes: Bytes

  /// Reads the whole of the bytes; nothing where they are no number.
  init?(_ bytes: Bytes) {
    self.bytes = bytes
    var index = readSign()
    guard var digits = readWhole(from: &index) else { return nil }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      digits += readFraction(from: &index)
    }
    guard digits > 0, readExponent(from: &index), index == bytes.count else { return nil }
  }

  private mutating func readSign() -> Int {
    guard let first = bytes.first else { return 0 }
    isNegative = first == UInt8(ascii: "-")
    return isNegative || first == UInt8(ascii: "+") ? 1 : 0
  }

  /// Reads the digits before the point and counts them; nothing where commas stand wrong.
  private mutating func readWhole(from index: inout Int) -> Int? {
    var (digits, group, hasCommas) = (0, 0, false)
    while index < bytes.count {
      if let digit = bytes[index].digit {
        take(digit, isFraction: false)
        digits += 1
        group += 1
      } else if bytes[index] == UInt8(ascii: ",") {
        guard hasCommas ? group == 3 : (1...3).contains(group) else { return nil }
        (group, hasCommas) = (0, true)
      } else {
        break
      }
      index += 1
    }
    return hasCommas && group != 3 ? nil : digits
  }

  private mutating func readFraction(from index: inout Int) -> Int {
    let start = index + 1
    index = start
    while index < bytes.count, let digit = bytes[index].digit {
      take(digit, isFraction: true)
      index += 1
    }
    return index - start
  }

  /// Reads the exponent, if there is one; false where it has no digits.
  private mutating func readExponent(from index: inout Int) -> Bool {
    guard index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") else { return true }
    index += 1
    var sign = 1
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      sign = bytes[index] == UInt8(ascii: "-") ? -1 : 1
      index += 1
    }
    let start = index
    var power = 0
    while index < bytes.count, let digit = bytes[index].digit {
      power = min(power * 10 + Int(digit), 100_000)
      index += 1
    }
    exponent += sign * power
    return index > start
  }

  @inline(__always)
  private mutating func take(_ digit: UInt8, isFraction: Bool) {
    let fits = magnitude < 1_000_000_000_000_000_000
    if fits {
      magnitude = magnitude &* 10 &+ UInt64(digit)
    } else if digit != 0 {
      isCut = true
    }
    if fits == isFraction { exponent += fits ? -1 : 1 }
  }

  /// The nearest binary64 number; nothing where it would be infinite.
  ///
  /// Up to 2^53 and 10^22 one multiplication or division of exact numbers rounds once, and so is
  /// right (Clinger, 1990); anything else goes through the standard library.
  var number: Double? {
    guard !isCut, magnitude <= 1 << 53, (-22...22).contains(exponent) else { return slowNumber }
    let digits = Double(magnitude)
    let scaled = exponent < 0 ? digits / powers[-exponent] : digits * powers[exponent]
    return isNegative ? -scaled : scaled
  }

  private var slowNumber: Double? {
    let plain = bytes.filter { $0 != UInt8(ascii: ",") }
    guard let number = Double(String(decoding: plain, as: UTF8.self)) else { return nil }
    return number.isFinite ? number : nil
  }

  /// Whether all its digits are zeros.
  var isZero: Bool { magnitude == 0 && !isCut }

  /// The number if it is whole and fits into 64 bits: `5.0` and `5e2` are, `5.5` is not.
  var integer: Int64? {
    guard magnitude != 0 || isCut else { return 0 }
    guard !isCut, exponent < 20 else { return nil }
    var (whole, left) = (magnitude, exponent)
    while left < 0 {
      guard whole.isMultiple(of: 10) else { return nil }
      whole /= 10
      left += 1
    }
    while left > 0 {
      let (product, overflowed) = whole.multipliedReportingOverflow(by: 10)
      guard !overflowed else { return nil }
      whole = product
      left -= 1
    }
    return isNegative ? Int64(exactly: -Int128(whole)) : Int64(exactly: whole)
  }

  /// Whether a text says that there is no number, as programs print it.
  static func isNone(_ text: Bytes) -> Bool {
    let isSigned = text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+")
    let word = isSigned ? text.part(1..<text.count) : text
    return word.spells("nan") || word.spells("inf") || word.spells("infinity")
  }
}

/// The powers of ten that binary64 holds exactly.
private let powers: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]
