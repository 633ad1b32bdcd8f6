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
  ///
  /// Only the declared server gets the headers and may be private, however many pages lie between,
  /// and wherever redirects led.
  func page(at link: String, from page: URL) throws -> FetchRequest {
    guard let url = URL(string: link, relativeTo: page)?.absoluteURL.withoutUser else {
      throw SyncFailure("the link to the next page is no address: \(link.prefix(100))")
    }
    let declared = try self.request(source.url, adding: [])
    guard Self.isWithin(declared.url, url) else { return FetchRequest(url) }
    return FetchRequest(url, headers: declared.headers, mayBePrivate: true)
  }

  /// A second resource; `id` fills `{id}`.
  ///
  /// Nothing where a record's key would lead elsewhere in the address than to the place it fills.
  func join(_ join: Join, id: String = "") throws -> FetchRequest? {
    guard join.isPerRecord else { return try request(join.url, adding: []) }
    guard Self.isOnePart(id) else { return nil }
    let filled = try request(join.url.replacing("{id}", with: Self.escape(id)), adding: [])
    let steady = try request(join.url.replacing("{id}", with: "x"), adding: [])
    guard Origin(filled.url) == Origin(steady.url), filled.url.scheme == steady.url.scheme else {
      throw SyncFailure(
        "the address of join \(join.name) would lead to a server that a record names")
    }
    return filled
  }

  /// Whether a key stays one part of a path, also for servers that decode it before they split.
  private static func isOnePart(_ id: String) -> Bool {
    let parts = id.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    return !id.isEmpty && !parts.contains("..") && !parts.contains(".")
      && !id.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
  }

  /// Whether an address found in data stays where the declaration leads: on its server, or in the
  /// folder of its file.
  private static func isWithin(_ declared: URL, _ url: URL) -> Bool {
    guard declared.isFileURL, url.isFileURL else { return Origin.isShared(by: declared, url) }
    let folder = declared.standardizedFileURL.deletingLastPathComponent().path
    return url.standardizedFileURL.deletingLastPathComponent().path == folder
  }

  private func request(_ text: String, adding parameters: [(String, String)]) throws -> FetchRequest
  {
    let address = absolute(try environment.expand(text))
    guard var components = URLComponents(string: address) else {
      throw Self.noAddress
    }
    if !parameters.isEmpty {
      let query = parameters.map { "\(Self.escape($0))=\(Self.escape($1))" }
      let all = (components.percentEncodedQuery.map { [$0] } ?? []) + query
      components.percentEncodedQuery = all.joined(separator: "&")
    }
    let login = Self.login(components)
    (components.percentEncodedUser, components.percentEncodedPassword) = (nil, nil)
    guard let url = components.url else { throw Self.noAddress }
    return FetchRequest(url, headers: try headers(for: url, login), mayBePrivate: true)
  }

  /// The address itself may hold a secret.
  private static let noAddress = SyncFailure("source.url, or the url of a join, is no address")

  /// A name and password in an address, as the header that stands for them (RFC 7617).
  private static func login(_ address: URLComponents) -> HTTPHeader? {
    guard let user = address.user, address.scheme?.lowercased().hasPrefix("http") == true else {
      return nil
    }
    let pair = Data("\(user):\(address.password ?? "")".utf8)
    return HTTPHeader("Authorization", "Basic \(pair.base64EncodedString())")
  }

  /// A path that the environment gave becomes a file address.
  private func absolute(_ address: String) -> String {
    address.contains("://")
      ? address : URL(filePath: address, relativeTo: directory).absoluteURL.absoluteString
  }

  /// What goes with a request to a declared address.
  ///
  /// What may be secret goes to the server of `source.url` alone; a join elsewhere gets the rest.
  private func headers(for url: URL, _ login: HTTPHeader?) throws -> [HTTPHeader] {
    let isOwn = try isOwn(url)
    var headers = try source.headers.filter { isOwn || !$0.value.contains("${") }
      .map { HTTPHeader($0.name, try environment.expand($0.value)) }
    if isOwn, source.kind == .soda, let token = source.token {
      do { headers.append(HTTPHeader("X-App-Token", try environment.expand(token))) } catch {
        // The token only raises the limits; without one the portal still answers.
      }
    }
    let isNamed = headers.contains { $0.name.lowercased() == "authorization" }
    return headers + (isNamed ? [] : [login].compactMap(\.self))
  }

  private func isOwn(_ url: URL) throws -> Bool {
    guard let declared = URL(string: absolute(try environment.expand(source.url))) else {
      return false
    }
    return Origin.isShared(by: declared, url) || declared.isFileURL
  }

  /// The server that the declaration asks, as `name:port`; nothing for a file.
  var server: String? {
    get throws { try Origin(request(source.url, adding: []).url)?.server }
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

extension URL {
  /// The address without a name and password.
  fileprivate var withoutUser: URL? {
    guard user() != nil || password() != nil,
      var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    (parts.percentEncodedUser, parts.percentEncodedPassword) = (nil, nil)
    return parts.url
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
