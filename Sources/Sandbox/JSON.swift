import Foundation

extension Sandbox {
  /// A JSON value, as the sandbox keeps and serves it.
  ///
  /// ```swift
  /// let row: Sandbox.JSON = ["id": "17", "name": "Synthetic 17", "mass": nil]
  /// ```
  public indirect enum JSON: Sendable, Hashable {
    /// The null of JSON.
    case null
    /// True or false.
    case bool(Bool)
    /// A whole number.
    case integer(Int)
    /// Any other number; one that is not finite is written as null.
    case number(Double)
    /// A string.
    case text(String)
    /// An array.
    case array([JSON])
    /// An object, written in the order of its names.
    case object([String: JSON])
  }
}

/// The short name inside this module.
typealias JSON = Sandbox.JSON

extension Sandbox.JSON {
  /// The text, when this is one.
  public var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  /// The members, when this is an object.
  public var members: [String: Sandbox.JSON]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// The elements, when this is an array.
  public var elements: [Sandbox.JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The value as a URL or a key column would write it; nil for null, arrays and objects.
  public var plainText: String? {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .number(let number): String(number)
    case .bool(let bool): String(bool)
    case .null, .array, .object: nil
    }
  }
}

extension Sandbox.JSON: Decodable {
  /// Reads any JSON value; strings are tried first because open data is mostly strings.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Each `try?` asks "is it this?"; what none of them takes is thrown by the last line.
    if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let elements = try? container.decode([Sandbox.JSON].self) {
      self = .array(elements)
    } else {
      self = .object(try container.decode([String: Sandbox.JSON].self))
    }
  }
}

extension Sandbox.JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringInterpolation,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// `nil` is null.
  public init(nilLiteral: ()) { self = .null }
  /// `true` and `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A number with decimals.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// A string.
  public init(stringLiteral value: String) { self = .text(value) }
  /// An array.
  public init(arrayLiteral elements: Sandbox.JSON...) { self = .array(elements) }
  /// An object; of two members with one name the last stays.
  public init(dictionaryLiteral elements: (String, Sandbox.JSON)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

extension Sandbox.JSON {
  /// Reads a JSON text; nil when the bytes are something else.
  init?(_ bytes: [UInt8]) {
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(bytes))
    } catch {
      return nil
    }
  }
}
