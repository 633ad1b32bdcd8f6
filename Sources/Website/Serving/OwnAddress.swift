import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird

extension Request {
  /// The most bytes of a path, percent-encoded: room for a key of 4 kB in which nothing is plain.
  static let longestPath = 16_384
  /// The most bytes of a query.
  static let longestQuery = 8192

  /// The path as our pages may write it back: it begins with one slash, so that it never leads to
  /// another host, and holds nothing but what RFC 3986 lets stand in a path.
  ///
  /// The start page where it is too long to be one of ours. No other file reads the request's path.
  var ownPath: String {
    let path = uri.path
    return path.utf8.count > Self.longestPath ? "/" : Address.path(path)
  }

  /// Whether the path begins with a text, however long it is.
  func hasPath(beginningWith text: String) -> Bool { uri.path.hasPrefix(text) }

  /// Whether the path ends in a text, however long it is.
  func hasPath(endingIn text: String) -> Bool { uri.path.hasSuffix(text) }

  /// The query as it was sent; empty for none.
  ///
  /// - Throws: for one that is longer than `longestQuery`.
  func wholeQuery() throws(Problem) -> Substring {
    let query = uri.query ?? ""
    let count = query.utf8.count
    guard count > Self.longestQuery else { return Substring(query) }
    throw Problem(
      QueryProblem(
        parameter: "query",
        message: "Expected at most \(Self.longestQuery) bytes, found \(count)."))
  }
}

extension Address {
  /// A path with each run of slashes as one and every byte that RFC 3986 lets stand in no segment
  /// percent-encoded; what is encoded already stays so.
  static func path(_ text: String) -> String {
    let segments = text.utf8.split(separator: UInt8(ascii: "/"))
    return "/" + segments.map(segment).joined(separator: "/")
  }

  private static func segment(_ bytes: Substring.UTF8View) -> String {
    var made: [UInt8] = []
    for (place, byte) in zip(bytes.indices, bytes) {
      let isPlain = isUnreserved(byte) || "!$&'()*+,;=:@".utf8.contains(byte)
      if isPlain || (byte == UInt8(ascii: "%") && isEncoded(bytes[place...])) {
        made.append(byte)
      } else {
        made += percentEncoded(byte)
      }
    }
    return String(decoding: made, as: UTF8.self)
  }

  /// Whether a percent sign and two digits stand at the beginning.
  private static func isEncoded(_ bytes: Substring.UTF8View) -> Bool {
    let digits = bytes.dropFirst().prefix(2)
    return digits.count == 2 && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }
}

/// Refuses addresses that are longer than any of ours, whatever they ask for.
struct AddressLengthRule: RouterMiddleware {
  typealias Context = BasicRequestContext

  @concurrent func handle(
    _ request: Request, context: Context,
    next: @concurrent (Request, Context) async throws -> Response
  ) async throws -> Response {
    guard request.uri.path.utf8.count <= Request.longestPath else {
      throw Problem(.longAddress, ["most": "\(Request.longestPath)"])
    }
    _ = try request.wholeQuery()
    return try await next(request, context)
  }
}
