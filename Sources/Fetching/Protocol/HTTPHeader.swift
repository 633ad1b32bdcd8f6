/// One header line of a request or an answer; names are compared without case (RFC 9110 §5.1).
public struct HTTPHeader: Sendable, Hashable, Codable {
  /// The field's name, as written.
  public var name: String
  /// The field's value, as written.
  public var value: String

  /// A header line of the given name and value.
  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  func isNamed(_ other: String) -> Bool {
    name.lowercased() == other.lowercased()
  }
}

extension [HTTPHeader] {
  /// The first value of the named field, or `nil` when the field is absent.
  func first(_ name: String) -> String? {
    first { $0.isNamed(name) }?.value
  }

  /// All lines of the named field joined by commas (RFC 9110 §5.2), or `nil` when there is none.
  func combined(_ name: String) -> String? {
    let values = filter { $0.isNamed(name) }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  func without(_ names: Set<String>) -> [HTTPHeader] {
    filter { !names.contains($0.name.lowercased()) }
  }
}
