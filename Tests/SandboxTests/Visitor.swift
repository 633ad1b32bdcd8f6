import AlmanacSandbox
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting

/// What a sandbox answered.
struct Reply: Sendable {
  let status: Int
  let headers: HTTPFields
  let body: [UInt8]

  init(_ response: TestResponse) {
    status = response.status.code
    headers = response.headers
    body = Array(response.body.readableBytesView)
  }

  var text: String { String(decoding: body, as: UTF8.self) }

  subscript(name: String) -> String? {
    HTTPField.Name(name).flatMap { headers[$0] }
  }

  func json() throws -> Sandbox.JSON {
    try JSONDecoder().decode(Sandbox.JSON.self, from: Data(body))
  }

  /// The objects of a bare JSON array.
  func rows() throws -> [Sandbox.Table.Values] {
    try JSONDecoder().decode([Sandbox.Table.Values].self, from: Data(body))
  }

  /// One field of every row that has it, as text.
  func column(_ name: String) throws -> [String] {
    try rows().compactMap { $0[name]?.plainText }
  }
}

extension Sandbox {
  /// A sandbox on a standing clock, 2026-02-03 04:05:06 UTC.
  static func standing(_ change: (inout Options) -> Void = { _ in }) throws -> Sandbox {
    var options = Options()
    options.meteorites = 120
    options.stations = 200
    options.pace = Pace(longestPause: .zero)
    options.now = { Date(timeIntervalSince1970: 1_770_091_506) }
    change(&options)
    return try Sandbox(options)
  }

  /// Asks without a socket.
  func get(
    _ path: String, _ query: KeyValuePairs<String, String> = [:], headers: [String: String] = [:]
  ) async throws -> Reply {
    try await send(.get, path, query, headers: headers)
  }

  /// Sends without a socket.
  func send(
    _ method: HTTPRequest.Method, _ path: String, _ query: KeyValuePairs<String, String> = [:],
    headers: [String: String] = [:], body: String? = nil
  ) async throws -> Reply {
    var parts = URLComponents()
    parts.path = path
    parts.queryItems = query.isEmpty ? nil : query.map { URLQueryItem(name: $0, value: $1) }
    let uri = parts.string ?? path
    let fields = Self.fields(headers)
    return try await application().test(.router) { client in
      try await client.execute(
        uri: uri, method: method, headers: fields, body: body.map(ByteBuffer.init(string:))
      ) { Reply($0) }
    }
  }

  private static func fields(_ headers: [String: String]) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { continue }
      fields[name] = value
    }
    return fields
  }

  static let portal = "/resource/gh4g-9sfh.json"
}
