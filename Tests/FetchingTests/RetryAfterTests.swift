import Foundation
import Testing

@testable import AlmanacFetching

@Suite struct `Retry-After` {
  let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

  @Test func `may be a number of seconds`() {
    #expect(RetryAfter.date(from: "120", now: now) == now.addingTimeInterval(120))
    #expect(RetryAfter.date(from: " 7 ", now: now) == now.addingTimeInterval(7))
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:50:37 GMT", "Sunday, 06-Nov-94 08:50:37 GMT", "Sun Nov  6 08:50:37 1994",
  ])
  func `may be a date in any of the three forms`(_ text: String) {
    #expect(RetryAfter.date(from: text, now: now) == now.addingTimeInterval(60))
  }

  @Test(arguments: ["999999999", "99999999999999999999999999", "Fri, 06 Nov 2093 08:49:37 GMT"])
  func `never asks for more than a day`(_ text: String) {
    #expect(RetryAfter.date(from: text, now: now) == now.addingTimeInterval(86_400))
  }

  @Test(arguments: [
    nil, "", "0", "-5", "1.5", "soon", "12 34", "Sun, 06 Nov 1994 08:49:00 GMT",
    "Sun, 06 Nov 1994 08:59:37 CET", "Sun, 32 Nov 1994 08:59:37 GMT",
    "Sun, 06 Nov 1994 8:59:37 GMT",
  ])
  func `counts as absent when it is malformed or not in the future`(_ text: String?) {
    #expect(RetryAfter.date(from: text, now: now) == nil)
  }
}

@Suite struct `A date of HTTP` {
  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0), ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
    ("Wed, 31 Dec 1969 23:59:59 GMT", -1), ("Sat, 21 Nov 2026 04:00:00 GMT", 1_795_233_600),
  ])
  func `names an instant in Greenwich time`(_ text: String, _ seconds: Double) {
    #expect(HTTPDate.parse(text, now: .now)?.timeIntervalSince1970 == seconds)
  }

  @Test func `with two digits of a year lies at most 50 years ahead`() {
    let in2026 = Date(timeIntervalSince1970: 1_795_233_600)
    let soon = HTTPDate.parse("Saturday, 21-Nov-76 04:00:00 GMT", now: in2026)
    let past = HTTPDate.parse("Sunday, 21-Nov-77 04:00:00 GMT", now: in2026)
    #expect(soon == HTTPDate.parse("Sat, 21 Nov 2076 04:00:00 GMT", now: in2026))
    #expect(past == HTTPDate.parse("Mon, 21 Nov 1977 04:00:00 GMT", now: in2026))
  }
}
