import AlmanacDeclarations
import AlmanacDecoding
import AlmanacFetching
import Foundation

/// The requests that a source's declaration stands for.
struct SourceRequests {
  let source: Source
  private let key: [FieldPath]
  private let cursor: String?
  let environment: EnvironmentText
  /// The folder of the dataset file, against which paths from the environment are read.
  let directory: URL

  init(_ dataset: Dataset, _ environment: EnvironmentText) {
    source = dataset.source
    key = dataset.key.from
    cursor = dataset.refresh.cursor
    directory = URL(filePath: dataset.file).deletingLastPathComponent()
    self.environment = environment
  }

  /// What part of a SODA resource is asked for.
  enum Part: Sendable, Hashable {
    /// All records of the declared question.
    case all
    /// Those whose cursor field has at least this value; of those that have it, only from a key on.
    case since(field: String, cursor: String, key: String?)
    /// The keys alone, of one column; of several, nobody knows which ones the portal has.
    case keys
  }

  /// Where a page begins.
  enum Place: Sendable, Hashable {
    /// After so many records.
    case offset(Int)
    /// After a record, in the order asked for: nothing is missed or repeated while rows come and go.
    case after(DecodedPage.Position)
  }

  /// The one column that holds the key; nothing where it may be one of several, or lies deeper.
  var keyColumn: String? {
    guard key.count == 1, key[0].components.count == 1 else { return nil }
    return key[0].description
  }

  /// How many rows of a portal are asked for at a time.
  ///
  /// Keys are small, so more of them, unless the file says that this portal wants small pages.
  func limit(_ part: Part) -> Int {
    part == .keys && source.page >= 10_000 ? 50_000 : source.page
  }

  /// A page of the main resource.
  func page(_ part: Part = .all, at place: Place = .offset(0)) throws -> FetchRequest {
    var parameters = try source.parameters.map(expanded)
    switch (source.kind, source.paging, place) {
    case (.soda, _, _): parameters += try soda(part, place)
    case (_, .offset(let offsetName, let limitName, let size), .offset(let offset)):
      parameters.append(("\(limitName)", "\(size)"))
      parameters.append(("\(offsetName)", "\(offset)"))
    default: break
    }
    return try request(source.url, adding: parameters)
  }

  /// A page whose address the page before it gave; it was found in data (decision 16).
  func page(at link: String, from page: URL) throws -> FetchRequest {
    guard let url = URL(string: link, relativeTo: page)?.absoluteURL else {
      throw SyncFailure("the link to the next page is no address: \(link.prefix(100))")
    }
    let isSameHost =
      url.host() == page.host() && url.port == page.port && url.scheme == page.scheme
    let headers = isSameHost ? try self.headers() : []
    return FetchRequest(url, headers: headers, mayBePrivate: isSameHost)
  }

  /// A second resource; `id` fills `{id}`.
  func join(_ join: Join, id: String = "") throws -> FetchRequest {
    let escaped = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? id
    return try request(join.url.replacing("{id}", with: escaped), adding: [])
  }

  private func request(_ text: String, adding parameters: [(String, String)]) throws -> FetchRequest
  {
    let address = absolute(try environment.expand(text))
    guard var components = URLComponents(string: address) else {
      throw SyncFailure("\(address) is no address")
    }
    if !parameters.isEmpty {
      let query = parameters.map { "\(Self.escape($0))=\(Self.escape($1))" }
      let all = (components.percentEncodedQuery.map { [$0] } ?? []) + query
      components.percentEncodedQuery = all.joined(separator: "&")
    }
    guard let url = components.url else { throw SyncFailure("\(address) is no address") }
    return FetchRequest(url, headers: try headers(), mayBePrivate: true)
  }

  /// A path that the environment gave becomes a file address.
  private func absolute(_ address: String) -> String {
    address.contains("://")
      ? address : URL(filePath: address, relativeTo: directory).absoluteURL.absoluteString
  }

  private func headers() throws -> [HTTPHeader] {
    var headers = try source.headers.map { HTTPHeader($0.name, try environment.expand($0.value)) }
    if source.kind == .soda, let token = source.token {
      do { headers.append(HTTPHeader("X-App-Token", try environment.expand(token))) } catch {
        // The token only raises the limits; without one the portal still answers.
      }
    }
    return headers
  }

  private func expanded(_ parameter: Source.Parameter) throws -> (String, String) {
    (parameter.name, try environment.expand(parameter.value))
  }

  private func soda(_ part: Part, _ place: Place) throws -> [(String, String)] {
    var parameters = try source.filters.map(expanded)
    parameters.append(("$select", selection(part)))
    let conditions = [source.condition, condition(part, place)].compactMap(\.self)
    if let only = conditions.first, conditions.count == 1 { parameters.append(("$where", only)) }
    if conditions.count == 2 {
      parameters.append(("$where", "(\(conditions[0])) and \(conditions[1])"))
    }
    parameters += [("$order", order(part)), ("$limit", "\(limit(part))")]
    if case .offset(let offset) = place { parameters.append(("$offset", "\(offset)")) }
    return parameters
  }

  private func selection(_ part: Part) -> String {
    if part == .keys { return keyColumn ?? ":*,*" }
    if source.select.isEmpty { return ":*,*" }
    return (source.select + [":id", ":updated_at"] + [cursor, keyColumn].compactMap(\.self))
      .uniqued()
  }

  /// News by their cursor, all else by the key; the portal's own ids where there is no key column.
  private func order(_ part: Part) -> String {
    guard case .since(let field, _, _) = part else { return keyColumn ?? ":id" }
    return "\(field),\(keyColumn ?? ":id")"
  }

  private func condition(_ part: Part, _ place: Place) -> String? {
    switch (part, place) {
    case (.since(let field, let cursor, nil), .offset): "\(field) >= \(Self.quoted(cursor))"
    case (.since(let field, let cursor, let key?), .offset): later(field, cursor, ">=", key)
    case (.since(let field, let cursor, _), .after(let last)):
      later(field, last.cursor ?? cursor, ">", last.key)
    case (_, .after(let last)): "\(keyColumn ?? ":id") > \(Self.quoted(last.key))"
    case (_, .offset): nil
    }
  }

  private func later(
    _ field: String, _ cursor: String, _ comparison: String, _ key: String
  ) -> String {
    let (column, value) = (keyColumn ?? ":id", Self.quoted(cursor))
    let tie = "\(field) = \(value) and \(column) \(comparison) \(Self.quoted(key))"
    return "(\(field) > \(value) or (\(tie)))"
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }

  /// Percent-encodes all but RFC 3986's unreserved characters.
  static func escape(_ text: String) -> String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
  }
}

extension [String] {
  fileprivate func uniqued() -> String {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }.joined(separator: ",")
  }
}

/// Why a sync could not be finished, in words for people.
struct SyncFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
