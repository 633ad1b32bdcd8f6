/// How the values of a field are kept, put in order, searched and filtered.
///
/// The rules are those of the server's store: which of them a field follows is said by its type.
enum FieldKind {
  /// One text, in the order of a collation; searched.
  case text
  /// Several texts, in the order of the first; searched, and filtered by any of them.
  case list
  /// A whole number, a year, or yes and no.
  case whole
  /// A binary64 number.
  case number
  /// A calendar day, kept and ordered as it is written.
  case date
  /// A date and time, kept as milliseconds since 1970.
  case time
  /// A place; ordered by its degrees north.
  case place
  /// What is only known or not.
  case other

  /// The kind of a type as dataset files call it; nothing where there is no such type.
  init?(type name: some Collection<UInt8>) {
    switch name {
    case let name where name.elementsEqual("text".utf8): self = .text
    case let name where name.elementsEqual("link".utf8): self = .text
    case let name where name.elementsEqual("image".utf8): self = .text
    case let name where name.elementsEqual("list".utf8): self = .list
    case let name where name.elementsEqual("integer".utf8): self = .whole
    case let name where name.elementsEqual("year".utf8): self = .whole
    case let name where name.elementsEqual("boolean".utf8): self = .whole
    case let name where name.elementsEqual("number".utf8): self = .number
    case let name where name.elementsEqual("date".utf8): self = .date
    case let name where name.elementsEqual("timestamp".utf8): self = .time
    case let name where name.elementsEqual("datetime".utf8): self = .time
    case let name where name.elementsEqual("point".utf8): self = .place
    case let name where name.elementsEqual("currencies".utf8): self = .other
    default: return nil
    }
  }

  /// Whether a search looks at the values.
  var isSearched: Bool { self == .text || self == .list }
}
