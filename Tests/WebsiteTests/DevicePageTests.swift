import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `What a device keeps of pages` {
  static func page(_ path: String) async throws -> String {
    try await TrialLibrary.ask { client in
      let answer = try await client.execute(uri: path, method: .get)
      #expect(answer.status == .ok)
      return String(buffer: answer.body)
    }
  }

  @Test(arguments: [
    ("en", "This page is not on this device"), ("pl", "Tej strony nie ma na tym urządzeniu"),
    ("sk", "Táto stránka nie je v tomto zariadení"), ("ru", "Этой страницы нет на этом устройстве"),
  ])
  func `has a page for when the server is gone, in every language`(
    language: String, title: String
  ) async throws {
    let page = try await Self.page("/-/offline?lang=\(language)")
    #expect(page.contains("<h1>\(title)</h1>"))
    #expect(page.contains(#"<almanac-device from="offline">"#))
    #expect(page.contains("<almanac-offline words="))
    #expect(!page.contains("hreflang"), "no other page leads there")
  }

  @Test func `is offered where all of it may be kept`() async throws {
    let list = try await Self.page("/stones")
    #expect(list.contains(#"<almanac-keep dataset="stones" words="#))
    let preferences = try await Self.page("/preferences")
    #expect(preferences.contains(#"<section class="part device" id="device">"#))
  }

  /// What scripts say of this device is what pages hand to them.
  @Test func `is told in phrases that the pages have`() throws {
    let scripts = try `The catalogue of words`.texts("share/scripts", ".js", without: "kept-")
      .joined()
    let given = Set(DeviceWords.all)
    let said = scripts.matches(of: /"((?:device|offline)\.[a-z_.]+[a-z])"/).map { String($0.1) }
    #expect(said.count > 20)
    #expect(Set(said).subtracting(given).sorted() == [])
  }
}
