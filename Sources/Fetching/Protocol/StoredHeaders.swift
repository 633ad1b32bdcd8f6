/// Which of an answer's header lines are kept (RFC 9111 §3.1).
enum StoredHeaders {
  /// Fields of the connection, not of the answer (RFC 9110 §7.6.1), and those of proxies.
  static let hopByHop: Set<String> = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info",
    "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// What a sync leaves out beside: fields of the coding it has undone, and cookies, which are
  /// secrets that nothing here uses.
  static let left: Set<String> = hopByHop.union([
    "content-length", "content-encoding", "set-cookie", "set-cookie2",
  ])

  /// Fields that a 304 or the answer to a HEAD may not change, for they speak of the stored bytes
  /// (RFC 9111 §3.2).
  static let describingTheBody: Set<String> = [
    "content-encoding", "content-length", "content-range", "content-type",
  ]
}

extension [HTTPHeader] {
  /// The lines that a sync keeps.
  var storable: [HTTPHeader] {
    endToEnd.without(StoredHeaders.left)
  }

  /// The lines that are not of the connection; those that `Connection` names are (RFC 9110 §7.6.1).
  var endToEnd: [HTTPHeader] {
    let named = Directives.split(combined("Connection") ?? "").map { $0.lowercased() }
    return without(StoredHeaders.hopByHop.union(named))
  }
}
