/// What the values of a field are.
public enum FieldType: String, Sendable, Hashable, CaseIterable {
  /// Any text.
  case text
  /// A whole number of up to 64 bits.
  case integer
  /// A binary64 number.
  case number
  /// Yes or no.
  case boolean
  /// A year of the proleptic Gregorian calendar.
  case year
  /// A calendar day without a time.
  case date
  /// An instant: a date and time with a zone, kept in UTC to the millisecond.
  case timestamp
  /// A date and time without a zone ("floating"), kept as it is written.
  case datetime
  /// A place: latitude and longitude in degrees on WGS84.
  case point
  /// The address of a page.
  case link
  /// The address of a picture.
  case image
  /// Several texts.
  case list
  /// Several currencies, each with code, name and symbol.
  case currencies

  /// Whether values can be put in order, so that a list may be sorted by the field.
  public var isSortable: Bool {
    switch self {
    case .point, .list, .currencies, .image, .link: false
    default: true
    }
  }

  /// Whether values are numbers on a scale, so that `.min` and `.max` filters apply.
  public var isRanged: Bool {
    switch self {
    case .integer, .number, .year, .date, .timestamp, .datetime: true
    default: false
    }
  }
}

/// One declared field of a dataset.
public struct Field: Sendable, Hashable {
  /// The name in code, files and addresses: `[a-z][a-z0-9_]*`.
  public var name: String
  /// What its values are.
  public var type: FieldType
  /// What people read; the name where none is declared.
  public var title: Words
  /// Where a record holds the value: the first path that has one wins.
  public var from: [FieldPath]
  /// The unit of a number, such as `g`, `km2` or `people`.
  public var unit: String?
  /// How many decimals are shown; nothing shows as many as the value has.
  public var decimals: Int?
  /// The order of its dates such as 03/04/2026; nothing where the whole column is to tell it.
  public var order: DateOrder?
  /// Whether its texts lose the white space at their ends.
  public var trims = false
  /// Where the degrees of a point stand, when they stand apart.
  public var place: PlacePaths?
  /// Points that mean "unknown place", such as 0/0.
  public var unknownPlaces: [Point]
  /// The fields that hold the value in other languages, by language code.
  public var translations: [String: String] = [:]
  /// The field whose value this one holds in another language; nothing for a field of its own.
  public var original: String?
  /// The field of type `link` that a point leads to where that is a page of OpenStreetMap.
  public var link: String?
  /// How the value follows from another field; nothing when the source sends it.
  public var bands: Bands?
  /// The known values of a text or list field in display order, each with words and a tone.
  public var choices: [Choice]
  /// The path of a picture on this machine, `{id}` and `{id_lower}` replaced by the key.
  public var file: String?
  /// The hosts from which a picture may be fetched, beside that of the source; in lower case.
  public var hosts: [String]

  /// Makes a field; paths default to the field's own name.
  public init(
    name: String, type: FieldType, title: Words? = nil, from: [FieldPath]? = nil,
    unit: String? = nil, decimals: Int? = nil, place: PlacePaths? = nil,
    unknownPlaces: [Point] = [], bands: Bands? = nil, choices: [Choice] = [], file: String? = nil,
    hosts: [String] = [], link: String? = nil
  ) {
    self.name = name
    self.type = type
    self.title = title ?? Words(english: Field.readable(name))
    self.from = from ?? [FieldPath(name)]
    self.unit = unit
    self.decimals = decimals
    self.place = place
    self.unknownPlaces = unknownPlaces
    self.bands = bands
    self.choices = choices
    self.file = file
    self.hosts = hosts
    self.link = link
  }

  /// "capital_location" as people would read it: "Capital location".
  static func readable(_ name: String) -> String {
    let words = name.split(separator: "_").joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

/// The paths of the two degrees of a point.
public struct PlacePaths: Sendable, Hashable {
  /// The path of the degrees north.
  public var latitude: FieldPath
  /// The path of the degrees east.
  public var longitude: FieldPath
}

/// A field that sorts another field's numbers into named bands.
///
/// The value is the name of the first step whose bound the number reaches; `otherwise` below all
/// steps; absent where the number is absent.
public struct Bands: Sendable, Hashable {
  /// The name of the numeric field.
  public var of: String
  /// The bounds, highest first, each with the name of its band.
  public var steps: [Step]
  /// The band below the lowest bound.
  public var otherwise: String

  /// A band and the least number that belongs to it.
  public struct Step: Sendable, Hashable {
    /// The name of the band.
    public var name: String
    /// The least number in the band.
    public var atLeast: Double
  }

  /// The band of a number.
  public func band(of number: Double) -> String {
    steps.first { number >= $0.atLeast }?.name ?? otherwise
  }
}

/// A known value of a text field, or a known element of a list.
public struct Choice: Sendable, Hashable {
  /// The value as records hold it.
  public var value: String
  /// What people read.
  public var title: Words
  /// How it looks.
  public var tone: Tone

  /// The meaning of a value to the eye; never said by colour alone.
  public enum Tone: String, Sendable, Hashable, CaseIterable {
    /// Nothing special.
    case plain
    /// Rising, buying, good.
    case rise
    /// Falling, selling, bad.
    case fall
    /// The heavier mark.
    case strong
    /// The lighter mark.
    case medium
  }
}

/// A path into a source's record: keys and indexes joined by dots, `*` for every element.
///
/// `names.common`, `capitals.0.name`, `languages.*`. A column or key that is spelt exactly like
/// the whole path comes first, so that `mass (g)` and `:updated_at` need no quoting.
public struct FieldPath: Sendable, Hashable, CustomStringConvertible {
  /// The path as it is written.
  public var description: String
  /// The parts between the dots.
  public var components: [String]

  /// Reads a path.
  public init(_ path: String) {
    description = path
    components = path.split(separator: ".").map(String.init)
  }
}
