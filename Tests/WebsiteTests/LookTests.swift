import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `How pages look on a device` {
  static func page(_ path: String, cookie: String = "") async throws -> String {
    try await TrialLibrary.ask { client in
      let headers: HTTPFields = cookie.isEmpty ? [:] : [.cookie: cookie]
      let answer = try await client.execute(uri: path, method: .get, headers: headers)
      return String(buffer: answer.body)
    }
  }

  static let pages = [
    "/", "/stones", "/lands", "/lands/AA", "/stones/changes", "/search?q=a", "/about",
    "/preferences", "/notifications", "/nothing-here", "/stones?sort=nothing", "/patterns",
  ]

  @Test(arguments: pages)
  func `stands in the first bytes of every page`(path: String) async throws {
    let page = try await Self.page(path, cookie: "theme=dark; density=compact; text=130")
    #expect(
      page.hasPrefix(
        "<!doctype html>\n"
          + "<html lang=\"en\" data-theme=\"dark\" data-density=\"compact\" data-text=\"130\">"))
    #expect(page.contains("<meta name=\"color-scheme\" content=\"dark\">"))
    #expect(page.contains("/almanac-130.css\">"))
  }

  @Test(arguments: ["", "theme=; density=; text=", "theme=\"><script>; text=1000; density=airy"])
  func `is as usual where the device keeps nothing, or nothing sound`(
    cookie: String
  ) async throws {
    let page = try await Self.page("/stones", cookie: cookie)
    #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
    #expect(page.contains("<meta name=\"color-scheme\" content=\"light dark\">"))
    #expect(page.contains("/almanac.css\">"))
  }

  @Test func `surrounds the page with its own paper, by day, by night or by choice`() async throws {
    let colour = #/<meta name="theme-color" content="(#[0-9a-f]{6})"(?: media="([^"]*)")?>/#
    let papers = { (page: String) in
      page.matches(of: colour).map { [String($0.1), String($0.2 ?? "")] }
    }
    let both = papers(try await Self.page("/"))
    #expect(
      both.map { $0[1] } == ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"])
    #expect(Set(both.map { $0[0] }).count == 2)
    let day = papers(try await Self.page("/", cookie: "theme=light"))
    let night = papers(try await Self.page("/", cookie: "theme=dark"))
    #expect(day + night == both.map { [$0[0], ""] })
  }

  @Test func `is kept in cookies of its own, and ended when it is left as usual`() async throws {
    let kept = try await `The preferences`.send("theme=light&density=compact&text=150")
    let life = "Path=/; Max-Age=31536000; SameSite=Lax"
    #expect(
      kept.cookies == ["theme=light; \(life)", "density=compact; \(life)", "text=150; \(life)"])
    let left = try await `The preferences`.send("theme=&density=&text=&back=%2Fpreferences")
    #expect(left.cookies.allSatisfy { $0.contains("Max-Age=0") } && left.cookies.count == 3)
    #expect(left.to == "/preferences#as-usual")
  }

  @Test(arguments: ["theme=blue", "density=airy", "text=99", "text=115%20", "colour=red"])
  func `is refused where there is no such choice`(form: String) async throws {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(
        uri: "/preferences", method: .post, body: ByteBuffer(string: form))
      #expect(answer.status == .badRequest && answer.headers[.setCookie] == nil)
    }
  }

  @Test func `says whether the device keeps what was sent`() async throws {
    let kept = try await Self.page("/preferences", cookie: "theme=light")
    #expect(kept.contains("Kept on this device.") && !kept.contains("refuses cookies"))
    let refused = try await Self.page("/preferences")
    #expect(refused.contains("refuses cookies") && !refused.contains("Kept on this device."))
  }

  @Test(arguments: Look.TextSize.allCases)
  func `turns the layout at wider windows where the text is larger`(
    size: Look.TextSize
  ) async throws {
    let page = try await Self.page("/")
    let address = try #require(page.firstMatch(of: #/"(/-/[^"]+/)almanac\.css"/#)).1
    let usual = try await Self.page("\(address)almanac.css")
    let sheet = try await Self.page(address + StyleSheet.name(size))
    let widths = { (sheet: String) in
      sheet.matches(of: #/\(width [<>=]+ ([0-9.]+)rem\)/#).compactMap { Double($0.1) }
    }
    #expect(widths(usual).count > 15)
    for (before, after) in zip(widths(usual), widths(sheet)) {
      #expect(abs(after - before * size.factor) < 0.001)
    }
    #expect(usual.contains(":root[data-text=\"\(size.rawValue)\"]"))
    let percent = "--text-\(size.rawValue): \(size.rawValue)%"
    #expect(usual.contains(percent) && size.factor == Double(size.rawValue).map { $0 / 100 })
  }
}
