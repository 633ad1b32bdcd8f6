import NIOHTTP1

/// What the head of a request must say before anything of it is looked at (RFC 9112).
enum HeadRules {
  /// Why a head is refused; nothing where it is good.
  static func fault(_ head: HTTPRequestHead, _ limits: ConnectionLimits) -> RequestFault? {
    if head.uri.utf8.count > limits.longestField { return .targetTooLong }
    if head.method == .CONNECT { return .notImplemented }
    if !hasTarget(head) || !hasHost(head) { return .malformed }
    return codingFault(head) ?? lengthFault(head, limits)
  }

  /// Whether the target is of a form that its method may have (RFC 9112, section 3.2).
  private static func hasTarget(_ head: HTTPRequestHead) -> Bool {
    if head.uri == "*" { return head.method == .OPTIONS }
    return head.uri.hasPrefix("/") || authority(of: head.uri) != nil
  }

  /// Whether the host is said once, and is one (RFC 9112, section 3.2).
  private static func hasHost(_ head: HTTPRequestHead) -> Bool {
    let hosts = head.headers["host"]
    if hosts.isEmpty { return head.version.minor < 1 }
    return hosts.count == 1 && isHost(hosts[0])
  }

  /// Whether a text is `uri-host [ ":" port ]` (RFC 3986, section 3.2.2); it may be empty.
  static func isHost(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    let colon = UInt8(ascii: ":")
    guard bytes.first == UInt8(ascii: "[") else {
      let name = bytes.prefix { $0 != colon }
      return name.allSatisfy(isNameByte) && isPort(bytes[name.endIndex...])
    }
    guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
    return bytes[1..<end].allSatisfy { isNameByte($0) || $0 == colon }
      && isPort(bytes[(end + 1)...])
  }

  /// Whether nothing stands behind a name, or a colon and a number of at most five digits.
  private static func isPort(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.isEmpty
      || (rest.first == UInt8(ascii: ":") && rest.count <= 6)
        && rest.dropFirst().allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    default: isDigit(byte) || "-._~%!$&'()*+,;=".utf8.contains(byte)
    }
  }

  /// The only transfer coding is chunked, and it comes last (RFC 9112, section 6.1).
  private static func codingFault(_ head: HTTPRequestHead) -> RequestFault? {
    let fields = head.headers["transfer-encoding"]
    guard !fields.isEmpty else { return nil }
    let codings = fields.joined(separator: ",")
      .split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    if codings == ["chunked"] { return head.version.minor < 1 ? .malformed : nil }
    guard codings.last == "chunked", !codings.dropLast().contains("chunked") else {
      return .malformed
    }
    return .notImplemented
  }

  private static func lengthFault(
    _ head: HTTPRequestHead, _ limits: ConnectionLimits
  ) -> RequestFault? {
    guard let text = head.headers.first(name: "content-length") else { return nil }
    guard let length = UInt64(text) else { return .malformed }
    return length > UInt64(limits.largestBody) ? .bodyTooLarge : nil
  }

  /// The authority of a target in absolute form, which overrules the Host field (RFC 9112, section
  /// 3.2.2); nothing for another form.
  static func authority(of target: String) -> String? {
    let scheme = ["http://", "https://"].first { target.lowercased().hasPrefix($0) }
    guard let scheme else { return nil }
    let authority = String(target.dropFirst(scheme.count).prefix { !"/?#".contains($0) })
    return !authority.isEmpty && isHost(authority) ? authority : nil
  }

  /// Whether nothing follows a request on its connection: it says so, is of HTTP/1.0, or asks for
  /// another protocol, behind which the parser reads no more.
  static func isLast(_ head: HTTPRequestHead) -> Bool {
    let wishes = head.headers[canonicalForm: "connection"].map { $0.lowercased() }
    return head.version.minor < 1 || wishes.contains("close") || wishes.contains("upgrade")
  }

  /// The head as the rest of the server reads it: with the authority that rules, and one way to say
  /// that the connection ends.
  static func plain(_ head: HTTPRequestHead) -> HTTPRequestHead {
    var head = head
    if let authority = authority(of: head.uri) {
      head.headers.replaceOrAdd(name: "host", value: authority)
    }
    if isLast(head) { head.headers.replaceOrAdd(name: "connection", value: "close") }
    return head
  }
}
