import Foundation

/// Where a redirect leads, and what may go along (RFC 9110 §15.4, §17.16).
enum RedirectRule {
  /// The statuses that send a GET elsewhere.
  static let statuses: Set<Int> = [301, 302, 303, 307, 308]
  /// The most redirects followed for one request.
  static let most = 10

  /// The URL that `Location` names, seen from `url`; the fragment is dropped.
  static func target(of location: String?, from url: URL) throws(FetchError) -> URL {
    guard let location, let target = URL(string: location, relativeTo: url)?.absoluteURL,
      let whole = URL(string: target.withoutFragment)
    else { throw .badRedirect(why: "it did not say where to") }
    guard Authority(whole) != nil else {
      throw .badRedirect(why: "not to a web address (\(whole.forLogs))")
    }
    return whole
  }

  /// The headers that may go along: credentials stay with the scheme, host and port they were
  /// meant for, and so never leave a secure connection.
  static func headers(_ headers: [HTTPHeader], from: URL, to: URL) -> [HTTPHeader] {
    Origin.isShared(by: from, to)
      ? headers : FetchRequest(to, headers: headers).headersForStrangers
  }

  /// Seconds for which a redirect holds without asking again (RFC 9111 §4.2): as stated, else
  /// for ever if it is permanent, else not at all.
  static func holds(_ status: Int, _ headers: [HTTPHeader]) -> TimeInterval {
    let control = CacheControl(headers)
    if control.noCache || control.noStore { return 0 }
    return control.maxAge ?? (status == 301 || status == 308 ? .infinity : 0)
  }
}
