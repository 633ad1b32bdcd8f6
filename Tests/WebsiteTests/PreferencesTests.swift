import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The preferences` {
  static func page(_ path: String, _ headers: HTTPFields = [:]) async throws -> String {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: path, method: .get, headers: headers)
      #expect(answer.status == .ok)
      return String(buffer: answer.body).replacing("\u{A0}", with: " ")
    }
  }

  static func chosen(_ page: String) -> [String] {
    page.matches(of: /name="(\w+)" value="(\w*)" checked/).map { "\($0.1)=\($0.2)" }
      .filter { !["theme=", "text=", "density="].contains($0) }
  }

  static func send(_ form: String) async throws -> (to: String?, cookies: [String]) {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(
        uri: "/preferences", method: .post, body: ByteBuffer(string: form))
      #expect(answer.status == .seeOther)
      return (answer.headers[.location], answer.headers[values: .setCookie])
    }
  }

  @Test(arguments: [
    ("", ["units=", "language=", "greeting=on"]),
    ("units=imperial", ["units=imperial", "language=", "greeting=on"]),
    ("units=mi; language=pl", ["units=imperial", "language=pl", "greeting=on"]),
    ("units=km; greeting=off", ["units=metric", "language=", "greeting=off"]),
    ("units=x; language=xx; greeting=x", ["units=", "language=", "greeting=on"]),
    (
      "theme=dark; text=130; density=compact; greeting=off",
      ["theme=dark", "text=130", "density=compact", "units=", "language=", "greeting=off"]
    ),
    ("theme=blue; text=99; density=", ["units=", "language=", "greeting=on"]),
  ])
  func `show what the device keeps`(cookie: String, chosen: [String]) async throws {
    #expect(Self.chosen(try await Self.page("/preferences", [.cookie: cookie])) == chosen)
  }

  @Test func `show what the browser's language makes of it`() async throws {
    let british = try await Self.page("/preferences", [.acceptLanguage: "en-GB"])
    #expect(british.contains("<small>302 mi, 120,733 sq mi, 1,085 m, 1.07 kg</small>"))
    let russian = try await Self.page("/preferences", [.acceptLanguage: "ru"])
    #expect(russian.contains("<small>486 км, 312 696 км², 1 085 м, 1,07 кг</small>"))
    #expect(russian.contains("<small>302 ми, 120 733 миль², 3 560 фт, 2,36 фнт</small>"))
  }

  @Test func `measure as the chosen language does, unless units are chosen`() async throws {
    let american: HTTPFields = [.acceptLanguage: "en-US"]
    #expect(try await Self.page("/stones/s1", american).contains(" oz"))
    #expect(!(try await Self.page("/stones/s1?lang=pl", american).contains(" oz")))
    let kept: HTTPFields = [.acceptLanguage: "en-US", .cookie: "language=pl"]
    #expect(!(try await Self.page("/stones/s1", kept).contains(" oz")))
    let both: HTTPFields = [.acceptLanguage: "en-US", .cookie: "language=pl; units=imperial"]
    #expect(try await Self.page("/stones/s1", both).contains(" oz"))
  }

  @Test func `are kept for a year, and left to the browser again`() async throws {
    let kept = try await Self.send("back=%2Fpreferences&units=imperial&language=sk")
    #expect(kept.to == "/preferences#kept")
    #expect(
      kept.cookies == [
        "units=imperial; Path=/; Max-Age=31536000; SameSite=Lax",
        "language=sk; Path=/; Max-Age=31536000; SameSite=Lax",
      ])
    let left = try await Self.send("back=%2Fpreferences&units=&language=")
    #expect(left.to == "/preferences#as-usual")
    #expect(
      left.cookies == [
        "units=; Path=/; Max-Age=0; SameSite=Lax", "language=; Path=/; Max-Age=0; SameSite=Lax",
      ])
  }

  @Test(arguments: ["/lands", "/lands/AA"])
  func `reach every page, and no document`(path: String) async throws {
    let imperial: HTTPFields = [.cookie: "units=imperial"]
    let metric = try await Self.page(path)
    let other = try await Self.page(path, imperial)
    #expect(metric.contains("13 km²") && !metric.contains("sq mi"))
    #expect(other.contains("4.9 sq mi") && !other.contains("km²</dd>"))
    let document = try await Self.page(path + ".json", imperial)
    #expect(document.contains("12.6"))
  }

  @Test func `reach the rows of a table and of its live window`() async throws {
    let imperial: HTTPFields = [.cookie: "units=imperial"]
    let table = try await Self.page("/stones?q=stone%2010", imperial)
    #expect(table.contains("2.2 lb"))
    let live = try await Self.page(
      "/stones/live?rows-as=html&limit=1",
      [.cookie: "units=imperial", .accept: "application/json"])
    #expect(live.contains(" lb") && !live.contains(" kg"))
  }
}
