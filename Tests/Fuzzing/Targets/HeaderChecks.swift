import AlmanacCore
@testable import AlmanacFetching
import Foundation

/// The moment that stands for now: 2026-11-21T00:00:00Z.
private let now = Date(timeIntervalSince1970: 1_795_219_200)

/// Header lines from lines of text.
private func headers(_ text: some StringProtocol) -> [HTTPHeader] {
  text.split(separator: "\n").map { line in
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return HTTPHeader(String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }
}

/// Freshness is a finite number that is not negative, and `no-store` is never overheard.
func checkCacheControl(_ text: String) {
  let plain = CacheControl([HTTPHeader("Cache-Control", text)])
  if let age = plain.maxAge { require(age >= 0 && age <= 2_147_483_648, "\(age) is an age") }
  let lined = CacheControl(
    text.split(separator: ",").map { HTTPHeader("cache-CONTROL", String($0)) })
  if !text.contains("\"") {
    require(lined.maxAge == plain.maxAge && lined.noStore == plain.noStore, "lines are one list")
  }
  let more = CacheControl([
    HTTPHeader("Cache-Control", "no-store"), HTTPHeader("Cache-Control", text),
  ])
  require(more.noStore, "no-store stands whatever follows")
  checkFreshness(headers(text))
}

private func checkFreshness(_ lines: [HTTPHeader]) {
  guard let vary = Vary(answer: [], request: []) else { return require(false, "no Vary is one") }
  let entry = CacheEntry(
    status: 200, headers: lines, requestedAt: now - 2, receivedAt: now - 1, vary: vary,
    answeredBy: "", redirectedTo: nil, redirectsHold: nil, bodyLength: 0, bodyDigest: "")
  let (age, lifetime) = (entry.age(at: now), entry.freshnessLifetime)
  require(age.isFinite && age >= 1, "an answer is at least as old as it is kept, not \(age)")
  require(!lifetime.isNaN, "a lifetime is a number")
  if entry.isFresh(at: now) { require(lifetime > age, "what is fresh is young") }
  require(!entry.isFresh(at: now + 1e12), "nothing is fresh for ever")
}

/// Dates of HTTP are read as they are written, and a pause ends after now, within a day.
func checkHTTPDate(_ text: String) {
  if let date = HTTPDate.parse(text, now: now) { checkSpelling(of: date) }
  if let until = RetryAfter.date(from: text, now: now) {
    require(until > now && until <= now + 86_400, "\(text) ends within a day")
  }
  let bytes = Array(text.utf8.prefix(5))
  let seconds = bytes.reduce(0) { $0 * 256 + Int($1) } % 253_402_300_800
  checkSpelling(of: Date(timeIntervalSince1970: TimeInterval(seconds)))
}

private func checkSpelling(of date: Date) {
  require(date.timeIntervalSince1970.isFinite, "a date is a moment")
  guard let text = DateModel.text(date) else { return }
  require(HTTPDate.parse(text, now: now) == date, "\(text) is read as it is written")
}

/// Dates in the form that HTTP prefers (RFC 9110 §5.6.7).
enum DateModel {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The text of a moment from the year 0 to 9999; of any other, none.
  static func text(_ date: Date) -> String? {
    let milliseconds = Int64(date.timeIntervalSince1970) * 1_000
    guard let moment = Timestamp(millisecondsSinceEpoch: milliseconds) else { return nil }
    let (day, month, year) = (moment.date.day, moment.date.month, moment.date.year)
    guard year >= 0 else { return nil }
    let time = [moment.hour, moment.minute, moment.second].map { padded($0, 2) }
    return "Mon, \(padded(day, 2)) \(months[month - 1]) \(padded(year, 4)) "
      + time.joined(separator: ":") + " GMT"
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    String("000\(number)".suffix(digits))
  }
}

/// A request matches the answer that it selected itself.
func checkVary(_ text: String) {
  let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
  let answer = headers(parts[0])
  let request = parts.count > 1 ? headers(parts[1]) : []
  guard let vary = Vary(answer: answer, request: request) else {
    return require(answer.contains { $0.value.contains("*") }, "only * forbids")
  }
  require(vary.matches(request), "a request selects its own answer")
  require(vary.name.utf8.count == 16, "a name has sixteen digits")
  require(vary == Vary(answer: answer.reversed().reversed(), request: request), "it is the same")
  require(!answer.storable.contains { $0.isNamed("Set-Cookie") }, "cookies are not kept")
}

/// Validators come back as they were sent, and a weak tag never goes to another address.
func checkValidators(_ text: String) {
  let lines = headers(text)
  let validators = Validators(lines)
  require(validators.agree(with: lines), "an answer agrees with itself")
  require(validators.agree(with: []), "a 304 without a tag speaks of ours")
  let conditions = validators.conditions
  require(
    conditions.count == [validators.etag, validators.lastModified].compactMap(\.self).count,
    "each once")
  let strong = validators.strongCondition
  require(strong.allSatisfy { !$0.value.hasPrefix("W/") }, "a weak tag stays at home")
  require(strong.allSatisfy(conditions.contains), "a strong condition is a condition")
}

/// A redirect leads to a web address without fragment, and takes no credential to a stranger.
func checkRedirect(_ text: String) {
  guard let from = URL(string: "https://example.org:8443/a/b?c") else { return }
  do throws(FetchError) {
    let target = try RedirectRule.target(of: text, from: from)
    require(Authority(target) != nil, "\(target) names a server")
    require(["http", "https"].contains(target.scheme?.lowercased()), "\(target) is of the web")
    require(!target.absoluteString.contains("#"), "\(target) has no fragment")
    checkCredentials(from, target)
    _ = (target.forLogs, target.withoutSecrets)
  } catch {
    require(!error.description.isEmpty, "a bad redirect has words")
  }
  let holds = RedirectRule.holds(301, headers(text))
  require(holds >= 0, "a redirect holds for some time")
}

private func checkCredentials(_ from: URL, _ target: URL) {
  let secret = HTTPHeader("Authorization", "Bearer secret")
  let kept = RedirectRule.headers([secret, HTTPHeader("Accept", "*/*")], from: from, to: target)
  let isHome =
    target.scheme?.lowercased() == "https" && target.host()?.lowercased() == "example.org"
    && target.port == 8443
  require(kept.contains(secret) == isHome, "credentials go to \(target)")
}

/// Servers, addresses, and which of them are private.
func checkAddress(_ text: String) {
  if let url = URL(string: text), let server = Authority(url) {
    require(Authority(server.description) == server, "\(server) is read as it is written")
    require(!url.withoutFragment.contains("#"), "\(url) has no fragment")
  }
  guard let address = IPAddress(text) else { return }
  require([4, 16].contains(address.bytes.count), "an address has 4 or 16 bytes")
  if address.isLoopback { require(PrivateAddress.contains(address), "loopback is private") }
  guard address.bytes.count == 4 else { return }
  let mapped = IPAddress(bytes: [UInt8](repeating: 0, count: 10) + [255, 255] + address.bytes)
  require(PrivateAddress.contains(mapped) == PrivateAddress.contains(address), "mapped is the same")
  require(mapped.isLoopback == address.isLoopback, "mapped is as near")
}
