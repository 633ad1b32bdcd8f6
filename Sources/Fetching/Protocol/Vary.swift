import Foundation

/// The request fields that selected an answer (RFC 9111 §4.1), their values as digests so that
/// no secret reaches the disk.
struct Vary: Sendable, Hashable, Codable {
  /// Lower-case field names with the digest of the request's value.
  let selecting: [String: String]

  /// The fields whose members have no order and no case (RFC 9110 §12.5).
  private static let negotiated: Set<String> = [
    "accept", "accept-charset", "accept-encoding", "accept-language",
  ]

  /// The selecting fields of an answer, or `nil` when `Vary: *` forbids using it again.
  init?(answer: [HTTPHeader], request: [HTTPHeader]) {
    let names = Directives.split(answer.combined("Vary") ?? "").map { $0.lowercased() }
    guard !names.contains("*") else { return nil }
    selecting = names.reduce(into: [:]) { $0[$1] = Self.digest(of: $1, in: request) }
  }

  /// Whether the stored answer was selected by the same values that a new request carries.
  func matches(_ request: [HTTPHeader]) -> Bool {
    selecting.allSatisfy { Self.digest(of: $0.key, in: request) == $0.value }
  }

  /// A name for this variant among the answers of one URL.
  var name: String {
    let lines = selecting.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
    return String(Digest.hex(lines.joined(separator: "\n")).prefix(16))
  }

  private static func digest(of name: String, in request: [HTTPHeader]) -> String {
    guard let value = request.combined(name) else { return "absent" }
    return Digest.hex("\(name): \(normalised(value, of: name))")
  }

  /// Values that mean the same are the same (RFC 9111 §4.1): lines are joined, the space around
  /// members goes, and of content negotiation their order and case.
  static func normalised(_ value: String, of name: String) -> String {
    let members = Directives.split(value)
    guard negotiated.contains(name) else { return members.joined(separator: ", ") }
    return members.map { $0.lowercased().filter { $0 != " " } }.sorted().joined(separator: ", ")
  }
}
