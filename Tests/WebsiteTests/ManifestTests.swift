import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The app's manifest` {
  struct Manifest: Decodable {
    let id: String
    let name: String
    let short_name: String
    let description: String
    let lang: String
    let start_url: String
    let scope: String
    let display: String
    let theme_color: String
    let background_color: String
    let icons: [Icon]
    let shortcuts: [Shortcut]
    let screenshots: [Icon]

    struct Icon: Decodable {
      let src: String
      let sizes: String
      let type: String
      let purpose: String?
    }

    struct Shortcut: Decodable {
      let name: String
      let url: String
      let icons: [Icon]
    }
  }

  private static func manifest(_ client: any TestClientProtocol, _ language: String) async throws
    -> Manifest
  {
    let answer = try await client.execute(uri: "/app.webmanifest?lang=\(language)", method: .get)
    #expect(answer.status == .ok && answer.headers[.contentLanguage] == language)
    #expect(answer.headers[.contentType] == "application/manifest+json")
    return try JSONDecoder().decode(Manifest.self, from: Data(answer.body.readableBytesView))
  }

  @Test func `is named in the head of every page, in the page's language`() async throws {
    try await TrialLibrary.ask { client in
      for (path, language) in [("/", "en"), ("/stones?lang=pl", "pl"), ("/none?lang=ru", "ru")] {
        let page = String(buffer: try await client.execute(uri: path, method: .get).body)
        #expect(
          page.contains(#"<link rel="manifest" href="/app.webmanifest?lang=\#(language)">"#))
        #expect(page.contains(#"<link rel="apple-touch-icon" href="/-/"#))
      }
    }
  }

  @Test(arguments: ["en", "pl", "sk", "ru"])
  func `speaks each language, and is the same app in all`(language: String) async throws {
    try await TrialLibrary.with { website in
      let words = try #require(website.languages.catalogues[language])
      try await website.application(logger: .init(label: "test")).test(.router) { client in
        let manifest = try await Self.manifest(client, language)
        #expect(manifest.id == "/" && manifest.start_url == "/" && manifest.scope == "/")
        #expect(manifest.lang == language && manifest.display == "standalone")
        #expect(manifest.description == words.say("home.summary"))
        #expect(manifest.short_name.count <= 12)
        let titles = website.library.datasets.map { $0.title.text(in: language) }
        #expect(manifest.shortcuts.map(\.name) == titles)
        #expect(manifest.shortcuts.first?.url == "/" + website.library.datasets[0].id)
      }
    }
  }

  @Test func `names images that are there, of the size that it says`() async throws {
    try await TrialLibrary.ask { client in
      let manifest = try await Self.manifest(client, "en")
      let images = manifest.icons + manifest.screenshots + manifest.shortcuts.flatMap(\.icons)
      for image in images {
        let answer = try await client.execute(uri: image.src, method: .get)
        #expect(answer.status == .ok && answer.headers[.contentType] == image.type)
        guard image.type == "image/png" else { continue }
        #expect(Self.size(Array(answer.body.readableBytesView)) == image.sizes, "\(image.src)")
      }
      #expect(manifest.screenshots.count == 2)
      let shell = try await KeptReader(client: client).json("/-/shell.json")["files"]?.list ?? []
      #expect(!shell.isEmpty && !shell.contains { $0.text?.contains("screenshot") == true })
      for purpose in ["any", "maskable", "monochrome"] {
        let sizes = manifest.icons.filter { $0.purpose == purpose }.map(\.sizes)
        #expect(sizes.contains("192x192") && sizes.contains("512x512"), "\(purpose)")
      }
    }
  }

  @Test func `has the colours of the styles, and a page those of both themes`() async throws {
    try await TrialLibrary.with { website in
      let paper = website.assets.papers
      let styles = try String(
        contentsOf: TrialLibrary.share.appending(path: "styles/tokens.css"), encoding: .utf8)
      #expect(styles.contains("--paper: light-dark(\(paper.day), \(paper.night))"))
      try await website.application(logger: .init(label: "test")).test(.router) { client in
        let manifest = try await Self.manifest(client, "en")
        #expect([manifest.theme_color, manifest.background_color] == [paper.day, paper.day])
        let page = String(buffer: try await client.execute(uri: "/", method: .get).body)
        for (colour, theme) in [(paper.day, "light"), (paper.night, "dark")] {
          let scheme = "(prefers-color-scheme: \(theme))"
          #expect(
            page.contains(#"<meta name="theme-color" content="\#(colour)" media="\#(scheme)">"#))
        }
      }
    }
  }

  /// The size in the head of a PNG.
  private static func size(_ bytes: [UInt8]) -> String {
    let number = { (at: Int) in bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    return "\(number(16))x\(number(20))"
  }
}
