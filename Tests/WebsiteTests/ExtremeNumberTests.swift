import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `A number out of every range` {
  /// What no counter, date or size can be.
  static let numbers = [
    "\(Int.min)", "\(Int.max)", "9223372036854775808", "18446744073709551615",
    "18446744073709551616", "-18446744073709551616", String(repeating: "9", count: 400), "1e400",
    "-1e400", "nan", "inf", "0x7fffffffffffffff", "-0", "1e-400", "٣", "",
  ]

  static func headers(_ number: String, tag: String) -> [HTTPFields] {
    let text = tag.lastIndex(of: "-").map { String(tag[..<$0]) } ?? tag
    return [
      [.ifNoneMatch: "\(text)-early\(number)\""], [.ifNoneMatch: "\(text)-early-\(number)\""],
      [.ifNoneMatch: "W/\"\(number)\", \(number)"], [.ifModifiedSince: number],
      [.range: "bytes=\(number)-\(number)"], [.range: "bytes=-\(number)"],
      [.lastEventID: "\(number)-\(number)"], [.acceptLanguage: "pl;q=\(number), en;q=\(number)"],
      [.acceptEncoding: "gzip;q=\(number), br;q=\(number)"], [.accept: "text/html;q=\(number)"],
      [.cookie: "units=\(number); text=\(number); theme=\(number); language=\(number)"],
    ]
  }

  @Test(arguments: ["/", "/preferences", "/countries", "/countries/PL", "/countries.json"])
  func `in a header breaks no page`(_ path: String) async throws {
    try await TrialLibrary.ask { client in
      let tag = try await client.execute(uri: path, method: .get).headers[.eTag] ?? "W/\"a-b\""
      for number in Self.numbers {
        for headers in Self.headers(number, tag: tag) {
          let answer = try await client.execute(uri: path, method: .get, headers: headers)
          #expect(answer.status.code < 500, "\(headers)")
        }
      }
    }
  }

  @Test(arguments: ["/preferences", "/subscriptions"])
  func `in a body breaks no form`(_ path: String) async throws {
    try await TrialLibrary.ask { client in
      for number in Self.numbers {
        for body in ["units=\(number)&text=\(number)", "{\"id\":\(number)}", number] {
          let answer = try await client.execute(
            uri: path, method: .post, body: ByteBuffer(string: body))
          #expect(answer.status.code < 500, "\(path) \(body)")
        }
      }
    }
  }
}
