/// A fault as `POST /control/faults` names it:
/// `{"path": "/resource", "requests": 3, "fault": "status", "code": 429, "retry_after": "5"}`.
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

  private enum CodingKeys: String, CodingKey {
    case path, requests, fault, code, percent, bytes, milliseconds, field, to
    case retryAfter = "retry_after"
  }

  /// The fault that is meant; throws when its name or one of its details is missing.
  func meaning() throws(Sandbox.ControlError) -> Sandbox.Fault {
    switch fault {
    case "status": .status(try needed(code, "code"), retryAfter: retryAfter)
    case "html": .html
    case "wrong_shape": .wrongShape
    case "truncated": .truncated(percent: percent ?? 50)
    case "cut": .cut(percent: percent ?? 50)
    case "slow": .slow(bytes: bytes ?? 1024, pause: .milliseconds(milliseconds ?? 100))
    case "hang": .hang(.milliseconds(milliseconds ?? 30_000))
    case "closed": .closed
    case "shrunken": .shrunken(percent: percent ?? 10)
    case "redirect": .redirect(to: try needed(to, "to"))
    default: try faultOfContent()
    }
  }

  private func faultOfContent() throws(Sandbox.ControlError) -> Sandbox.Fault {
    switch fault {
    case "ignored_offset": .ignoredOffset
    case "repeated_pages": .repeatedPages
    case "renamed": .renamed(try needed(field, "field"), to: try needed(to, "to"))
    case "dropped": .dropped(try needed(field, "field"))
    case "retyped": .retyped(try needed(field, "field"))
    case "gzip_bomb": .gzipBomb(bytes: bytes ?? 100_000_000)
    default: throw .unreadable("there is no fault called \(fault)")
    }
  }

  private func needed<Detail>(
    _ detail: Detail?, _ name: String
  ) throws(Sandbox.ControlError) -> Detail {
    guard let detail else { throw .unreadable("the fault \(fault) needs \(name)") }
    return detail
  }
}
