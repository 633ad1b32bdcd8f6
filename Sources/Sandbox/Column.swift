extension Sandbox {
  /// A field of a table and the type a portal states for it.
  public struct Column: Sendable, Hashable {
    /// The types of SODA that the sandbox tells apart.
    public enum Kind: String, Sendable {
      /// Any text.
      case text
      /// A number, which SODA writes as a string.
      case number
      /// A date and time without a zone.
      case floatingTimestamp = "floating_timestamp"
      /// A date and time in UTC.
      case fixedTimestamp = "fixed_timestamp"
      /// True or false.
      case checkbox
      /// A GeoJSON point.
      case point
      /// An object with latitude and longitude.
      case location
    }

    /// The field's name.
    public let name: String
    /// The field's type.
    public let type: Kind
  }
}

extension Sandbox.Column {
  /// The columns that every SODA dataset has beside its own.
  static let system = [
    Self(name: ":id", type: .text), Self(name: ":created_at", type: .fixedTimestamp),
    Self(name: ":updated_at", type: .fixedTimestamp), Self(name: ":version", type: .text),
  ]

  /// True for a column the portal computes, such as `:@computed_region_cbhk_fwbd`.
  var isComputed: Bool { name.hasPrefix(":@") }
}

extension Sandbox.Column.Kind {
  /// The one type that all the values have, else text.
  static func of(_ values: [Sandbox.JSON]) -> Self {
    var known: Self?
    for value in values where value != .null {
      let kind = of(value)
      guard kind != .text, kind == known ?? kind else { return .text }
      known = kind
    }
    return known ?? .text
  }

  private static func of(_ value: Sandbox.JSON) -> Self {
    switch value {
    case .bool: .checkbox
    case .integer, .number: .number
    case .object(let members): members["coordinates"] == nil ? .location : .point
    case .text(let text): of(text)
    case .null, .array: .text
    }
  }

  private static func of(_ text: String) -> Self {
    if SoQL.number(text) != nil { return .number }
    guard SoQL.moment(text) != nil else { return .text }
    return text.hasSuffix("Z") ? .fixedTimestamp : .floatingTimestamp
  }
}
