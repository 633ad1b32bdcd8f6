import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird

extension Website {
  /// Answers `/preferences`: keeps a choice on the device and leads back.
  func keepPreferences(
    _ request: Request, _ context: BasicRequestContext
  ) async throws -> Response {
    let form = try await request.formParameters()
    var back = "/"
    var cookie: String?
    for (name, value) in form {
      switch name {
      case "units": cookie = Preferences.cookie(try .named(value))
      case "back": back = Self.isOwn(value) ? value : "/"
      default: throw QueryProblem(unknown: name, among: ["units", "back"])
      }
    }
    var response = Response.seeOther(back)
    response.headers[.setCookie] = cookie
    return response
  }

  /// Whether an address is a path of this server, and no other server's.
  static func isOwn(_ address: String) -> Bool {
    address.hasPrefix("/") && !address.hasPrefix("//")
      && address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }
  }
}

extension Request {
  /// The most bytes that a form of ours sends.
  private static let largestForm = 16_384

  /// The parameters in the body of a form (`application/x-www-form-urlencoded`).
  func formParameters() async throws -> [(name: String, value: String)] {
    let body = try await body.collect(upTo: Self.largestForm)
    return try Self.parameters(Substring(String(buffer: body)))
  }
}
