import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// What a watcher asks the owner for: a window, and whether to be told how it changes.
struct WatchRequest: Sendable, Equatable {
  /// Which of a watcher's requests it is: what was asked earlier is of no interest any more.
  var number: Int
  var dataset: String
  var parameters: [Parameter]
  /// Whether one window is all that is wanted.
  var isOnce = false
  /// What the owner's sentences are wanted in; what programs read is always in English.
  var language = "en"
  /// The version of what the watcher has, where it is the very same window.
  var version: String?

  /// A name and a value in an address.
  struct Parameter: Sendable, Equatable {
    var name: String
    var value: String
  }

  /// The place in an order that is watched.
  enum Place: Sendable, Equatable {
    /// Whatever rank this is: the top, which is followed.
    case rank(Int)
    /// So many rows before this record, wherever it stands.
    case anchor(String, lead: Int)
  }

  init(number: Int, dataset: String, query: TableQuery, place: Place, limit: Int) {
    var query = query
    if case .rank(let rank) = place { query.offset = rank } else { query.offset = 0 }
    query.limit = limit
    self.number = number
    self.dataset = dataset
    parameters = query.parameters.map { Parameter(name: $0.name, value: $0.value) }
    if case .anchor(let id, let lead) = place {
      parameters.append(Parameter(name: "anchor-id", value: id))
      parameters.append(Parameter(name: "anchor-lead", value: "\(lead)"))
    }
  }

  var accept: String { isOnce ? "application/json" : "text/event-stream" }

  /// The target of the request line.
  var target: String {
    let pairs = parameters.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
    return "/\(PathPart.enclosed(dataset))/live"
      + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
  }

  /// All but the unreserved characters of RFC 3986 as `%XX`.
  private static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      if byte < 0x80,
        scalar.properties.isAlphabetic || "0123456789-._~".unicodeScalars.contains(scalar)
      {
        result.unicodeScalars.append(scalar)
      } else {
        result += String(format: "%%%02X", Int(byte))
      }
    }
    return result
  }
}
