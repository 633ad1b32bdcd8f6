/// Order-preserving 64-bit keys: values compare as their keys do, as unsigned numbers.
///
/// One flat key type lets a `RankedList` sort any field in either direction without knowing what
/// it sorts. An absent value is always `UInt64.max` and so comes last in both directions; present
/// values are clamped to at most `UInt64.max - 1`.
///
/// The sign-flipping of floating-point bits follows Michael Herf, "Radix Tricks" (2001).
public enum OrderKey {
  /// The key of a record that has no value: after all others, ascending and descending.
  public static let absent = UInt64.max

  /// The largest key of a present value.
  public static let lastPresent = UInt64.max - 1

  /// The key of an integer.
  ///
  /// `Int64.max` and the integer before it share a key when ascending, `Int64.min` and the one
  /// after it when descending, because the last key is kept for absent values.
  public static func of(_ value: Int64?, descending: Bool = false) -> UInt64 {
    guard let value else { return absent }
    return present(UInt64(bitPattern: value) ^ signBit, descending: descending)
  }

  /// The key of a floating-point number.
  ///
  /// NaN counts as absent, negative zero equals zero, and the infinities come before and after all
  /// finite numbers.
  public static func of(_ value: Double?, descending: Bool = false) -> UInt64 {
    guard let value, !value.isNaN else { return absent }
    let bits = value == 0 ? 0 : value.bitPattern
    return present(bits & signBit == 0 ? bits | signBit : ~bits, descending: descending)
  }

  /// The key of a truth: false before true.
  public static func of(_ value: Bool?, descending: Bool = false) -> UInt64 {
    of(value.map { $0 ? Int64(1) : 0 }, descending: descending)
  }

  static let signBit: UInt64 = 1 << 63

  /// Turns an ascending key round when needed and keeps it clear of `absent`.
  static func present(_ ascending: UInt64, descending: Bool) -> UInt64 {
    min(descending ? ~ascending : ascending, lastPresent)
  }
}
