import AlmanacDeclarations
import Foundation

/// What the owner's live stream says.
enum LiveMessage: Sendable {
  /// All rows of the window.
  case window(LiveRows)
  /// What changed since a window.
  case change(LiveChange)
  /// How the dataset is doing.
  case status(LiveStatus)

  /// Reads an event; nothing for a kind that is not known.
  ///
  /// - Throws: `Failure` for data that is not as agreed.
  init?(kind: String, data: [UInt8]) throws {
    do {
      switch kind {
      case "window": self = .window(try Self.counted(Self.read(data)))
      case "change": self = .change(try Self.counted(Self.read(data)))
      case "status": self = .status(try Self.read(data))
      default: return nil
      }
    } catch {
      throw Failure("The owner of the data folder is of another version: \(kind), \(error)")
    }
  }

  /// What is read, where its numbers are those of rows.
  private static func counted<T: RowCounts>(_ message: T) throws -> T {
    guard message.counts.allSatisfy((0...Int(Int32.max)).contains) else {
      throw RowCountProblem()
    }
    return message
  }

  private static func read<T: Decodable>(_ data: [UInt8]) throws -> T {
    try JSONDecoder().decode(T.self, from: Data(data))
  }
}

/// A number of rows that no table has.
private struct RowCountProblem: Error {}

/// What says numbers of rows, which are reckoned with.
private protocol RowCounts {
  var counts: [Int] { get }
}

extension LiveRows: RowCounts {
  fileprivate var counts: [Int] { [total, offset] }
}

extension LiveChange: RowCounts {
  fileprivate var counts: [Int] { [total, offset, above, below] }
}

/// Rows of one version, and where they stand.
struct LiveRows: Decodable, Sendable, Equatable {
  var version: String
  var total: Int
  /// The rank of the first row.
  var offset: Int
  var rows: [LiveRow]

  /// Applies a change of this version: drops what it removes, then puts each insert at its place.
  ///
  /// - Returns: False when the change belongs to another version or does not fit.
  mutating func apply(_ change: LiveChange) -> Bool {
    guard change.since == version else { return false }
    let removed = Set(change.remove)
    var rows = rows.filter { !removed.contains($0.id) }
    for insert in change.insert {
      guard (0...rows.count).contains(insert.at) else { return false }
      rows.insert(insert.row, at: insert.at)
    }
    self = LiveRows(
      version: change.version, total: change.total, offset: change.offset, rows: rows)
    return true
  }
}

/// What changed in a window between two versions.
struct LiveChange: Decodable, Sendable, Equatable {
  var version: String
  var since: String
  var total: Int
  var offset: Int
  /// How many records arrived outside the window, before and after it.
  var above: Int
  var below: Int
  var remove: [JSONValue]
  var insert: [Insert]

  /// A row and its final place.
  struct Insert: Decodable, Sendable, Equatable {
    var at: Int
    /// Whether the record is new or changed; else it only slid into the window.
    var arrived: Bool?
    var row: LiveRow
  }
}

/// How a dataset is doing.
struct LiveStatus: Decodable, Sendable, Equatable {
  var isLive: Bool
  /// Records a second.
  var rate: Double?
  var count: Int
  var lines: [String]?
  var trouble: String?
}

/// A record as answers write it: its key, and values by field.
struct LiveRow: Decodable, Sendable, Equatable {
  let id: JSONValue
  private let values: [String: JSONValue]

  init(from decoder: any Decoder) throws {
    values = try decoder.singleValueContainer().decode([String: JSONValue].self)
    id = values["id"] ?? .null
  }

  /// The value of a field; null where there is none.
  subscript(_ field: String) -> JSONValue { values[field] ?? .null }
}

/// A JSON value (RFC 8259).
enum JSONValue: Decodable, Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = Self.reading({ try container.decode(String.self) }) {
      self = .text(text)
    } else if let number = Self.reading({ try container.decode(Int64.self) }) {
      self = .integer(number)
    } else if let number = Self.reading({ try container.decode(Double.self) }) {
      self = .number(number)
    } else if let truth = Self.reading({ try container.decode(Bool.self) }) {
      self = .bool(truth)
    } else if let list = Self.reading({ try container.decode([JSONValue].self) }) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// A decoding that may fail since the value is of another kind.
  private static func reading<T>(_ body: () throws -> T) -> T? {
    do { return try body() } catch { return nil }
  }

  /// A key as it stands in addresses.
  var key: String {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    default: ""
    }
  }
}
