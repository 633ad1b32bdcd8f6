/// A fault as `POST /control/faults` names it.
///
/// `{"path": "/resource", "requests": 3, "fault": "status", "code": 429, "retry_after": "5"}`.
/// The ways of ``Sandbox/Wire`` and ``Sandbox/Spoiling`` are faults of their own names.
struct FaultRequest: Decodable {
  let path: String
  let requests: Int?
  let fault: String
  let code: Int?
  let retryAfter: String?
  let percent: Int?
  let bytes: Int?
  let milliseconds: Int?
  let field: String?
  let to: String?
  let headers: [String: String]?

  private enum CodingKeys: String, CodingKey {
    case path, requests, fault, code, percent, bytes, milliseconds, field, to, headers
    case retryAfter = "retry_after"
  }

  /// The fault that is meant; throws when its name or one of its details is missing.
  func meaning() throws(Sandbox.ControlError) -> Sandbox.Fault {
    switch fault {
    case "status": .status(try needed(code, "code"), retryAfter: retryAfter)
    case "echo": .echo(code ?? 401)
    case "html": .html
    case "wrong_shape": .wrongShape
    case "truncated": .truncated(percent: percent ?? 50)
    case "cut": .cut(percent: percent ?? 50)
    case "slow": .slow(bytes: bytes ?? 1024, pause: .milliseconds(milliseconds ?? 100))
    case "hang": .hang(.milliseconds(milliseconds ?? 30_000))
    case "closed": .closed
    case "shrunken": .shrunken(percent: percent ?? 10)
    case "redirect": .redirect(to: try needed(to, "to"), status: code ?? 302)
    default: try faultOfContent()
    }
  }

  private func faultOfContent() throws(Sandbox.ControlError) -> Sandbox.Fault {
    switch fault {
    case "ignored_offset": .ignoredOffset
    case "ignored_condition": .ignoredCondition
    case "repeated_pages": .repeatedPages
    case "renamed": .renamed(try needed(field, "field"), to: try needed(to, "to"))
    case "dropped": .dropped(try needed(field, "field"))
    case "retyped": .retyped(try needed(field, "field"))
    case "gzip_bomb": .gzipBomb(bytes: bytes ?? 100_000_000)
    case "doubled": .doubled
    case "null_rows": .nullRows
    case "nulled": .nulled(try needed(field, "field"))
    case "nested": .nested(try needed(field, "field"), levels: bytes ?? 2000)
    case "digits": .digits(try needed(field, "field"), count: bytes ?? 10_000)
    case "linked": .linked(to: try needed(to, "to"))
    case "headers": .headers(try needed(headers, "headers"))
    default: try faultOfBytes()
    }
  }

  private func faultOfBytes() throws(Sandbox.ControlError) -> Sandbox.Fault {
    if let spoiling = Sandbox.Spoiling(rawValue: fault) { return .spoilt(spoiling) }
    if let bad = Sandbox.BadPicture(rawValue: fault) { return .picture(bad) }
    if let wire = Sandbox.Wire(rawValue: fault) { return .wire(wire) }
    throw .unreadable(
      "there is no fault called \(fault); there are \(Sandbox.faultNames.joined(separator: ", "))")
  }

  private func needed<Detail>(
    _ detail: Detail?, _ name: String
  ) throws(Sandbox.ControlError) -> Detail {
    guard let detail else { throw .unreadable("the fault \(fault) needs \(name)") }
    return detail
  }
}

extension Sandbox {
  /// What `/control/faults` knows, by name.
  public static let faultNames =
    [
      "status", "echo", "html", "wrong_shape", "truncated", "cut", "slow", "hang", "closed",
      "shrunken", "redirect", "ignored_offset", "ignored_condition", "repeated_pages", "renamed",
      "dropped",
      "retyped",
      "gzip_bomb", "doubled", "null_rows", "nulled", "nested", "digits", "linked",
      "headers",
    ] + Spoiling.allCases.map(\.rawValue) + Wire.allCases.map(\.rawValue)
    + BadPicture.allCases.map(\.rawValue)
}
