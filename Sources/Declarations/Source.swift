/// Where the records of a dataset come from.
public struct Source: Sendable, Hashable {
  /// The form in which the upstream answers.
  public var kind: Kind
  /// The address: http, https or file; `${NAME}` and `${NAME:-default}` from the environment.
  public var url: String
  /// Headers sent with every request, values with `${NAME}` from the environment.
  public var headers: [Parameter]
  /// Query parameters sent with every request, values with `${NAME}` from the environment.
  public var parameters: [Parameter]
  /// Where the list of records stands in the answer; the answer itself where there is none.
  public var records: FieldPath?
  /// How further pages are asked for.
  public var paging: Paging?
  /// Second resources that complete each record.
  public var joins: [Join]
  /// The SoQL condition of a SODA source.
  public var condition: String?
  /// The columns a SODA source is asked for.
  public var select: [String]
  /// Plain column filters of a SODA source (`fall=Fell`).
  public var filters: [Parameter]
  /// The SODA application token, from the environment; left out where it is not set.
  public var token: String?
  /// How many rows a SODA source is asked for at a time.
  public var page = 10_000
  /// The most pages that one check asks for; more are taken for a mistake of the upstream.
  public var mostPages = 10_000
  /// The character between the cells of a CSV source; found from its first line if not declared.
  public var delimiter: String?
  /// The recipe of the built-in simulator, for a stream that has no upstream.
  public var simulation: Simulation?
  /// The field of a stream that grows with each version of a record: an older one changes nothing.
  public var revision: String?
  /// How a stream's records are put together before they are written.
  public var group = Group()

  /// The form in which an upstream answers.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// JSON records in an array.
    case json
    /// Comma-separated values with a header line (RFC 4180).
    case csv
    /// A Socrata Open Data API 2.1 resource.
    case soda
    /// Packets of records at any moment, as server-sent events.
    case stream
  }

  /// A name and its value.
  public struct Parameter: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String

    /// Makes a parameter.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes a source of a kind at an address, everything else left out.
  public init(kind: Kind, url: String) {
    self.kind = kind
    self.url = url
    headers = []
    parameters = []
    joins = []
    select = []
    filters = []
  }
}

/// How further pages of a list are asked for.
public enum Paging: Sendable, Hashable {
  /// By query parameters that say how many records to skip and to send.
  case offset(offsetName: String, limitName: String, size: Int)
  /// By a link to the next page at a path of the answer.
  case next(FieldPath)
}

/// A second resource that completes each record.
public struct Join: Sendable, Hashable {
  /// The name; a join of many offers its values under this name.
  public var name: String
  /// The address; with `{id}` it is asked once for each record.
  public var url: String
  /// Where the list of partners stands in the answer.
  public var records: FieldPath?
  /// The path in a partner that holds the record's key.
  public var on: FieldPath
  /// What is taken: one value from each of many partners; nothing merges a single partner's fields.
  public var take: FieldPath?
}

/// What the built-in simulator makes up for a stream.
public struct Simulation: Sendable, Hashable {
  /// How many distinct records are made before they are revised.
  public var records: Int
  /// How many records are in a packet.
  public var packet: Int
  /// The longest pause between two packets, in seconds.
  public var pause: Double
  /// What decides every value.
  public var seed: UInt64
  /// What each field is made of.
  public var fields: [SimulatedField]
}

/// What a simulated field is made of.
public struct SimulatedField: Sendable, Hashable {
  /// The field's name.
  public var name: String
  /// The generator.
  public var generator: Generator

  /// A way to make up values.
  public enum Generator: Sendable, Hashable {
    /// One of these texts.
    case oneOf([String])
    /// A number between two bounds, to so many decimals.
    case number(from: Double, to: Double, decimals: Int)
    /// The moment of making.
    case now
  }
}
