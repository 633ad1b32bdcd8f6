import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The files that a browser keeps` {
  @Test func `are all there, and stay what they are`() async throws {
    try await TrialLibrary.ask { client in
      let reader = KeptReader(client: client)
      let files = try await reader.json("/-/shell.json")["files"]?.list.compactMap(\.text) ?? []
      #expect(files.count > 20)
      for file in files {
        let answer = try await reader.get(file)
        #expect(answer.status == .ok, "\(file)")
        #expect(answer.headers[.cacheControl]?.contains("immutable") == true)
      }
      let names = Set(files.map { $0.split(separator: "/").last.map(String.init) ?? "" })
      #expect(
        names.isSuperset(of: [
          "almanac.css", "almanac.js", "almanac.svg", "templates.json", "words-en.json",
          "world-50.outlines",
        ]))
      #expect(!names.contains("words-pl.json") && !names.contains("service-worker.js"))
    }
  }

  @Test func `are those of the language that is asked for`() async throws {
    try await TrialLibrary.ask { client in
      let reader = KeptReader(client: client)
      let polish = try await reader.json("/-/shell.json?lang=pl")
      let english = try await reader.json("/-/shell.json")
      let files = polish["files"]?.list.compactMap(\.text) ?? []
      for code in ["en", "pl"] { #expect(files.contains { $0.hasSuffix("/words-\(code).json") }) }
      #expect(!files.contains { $0.hasSuffix("/words-sk.json") })
      #expect(polish["digest"] != english["digest"])
    }
  }

  @Test(arguments: ["/", "/search"]) func `come with pages to begin from`(path: String) async throws
  {
    try await TrialLibrary.with { website in
      let app = website.application(logger: Logger(label: "test"))
      try await app.test(.router) { client in
        let reader = KeptReader(client: client)
        let kept = try await reader.json("/-/shell.json?lang=ru")["pages"]?[path]
        let page = try await reader.get(path, [.acceptLanguage: "ru"])
        var parts = try TemplateParts(kept ?? .nothing)
        #expect(parts.frame["greets"] as? Bool == false)
        parts.frame["greets"] = true
        #expect(parts.page(website) == String(buffer: page.body))
      }
    }
  }

  @Test func `hold every phrase that pages say, in the plural forms of the language`() async throws
  {
    try await TrialLibrary.with { website in
      let app = website.application(logger: Logger(label: "test"))
      try await app.test(.router) { client in
        for (code, words) in website.languages.catalogues {
          let address = website.assets.address("words-\(code).json")
          let kept = try await KeptReader(client: client).json(address).object
          let left = words.phrases.keys.filter { kept[$0] == nil }
          #expect(left.allSatisfy { $0.hasPrefix("api.") || $0.hasPrefix("cli.") })
          let forms = kept["status.records"]?.object ?? [:]
          #expect(forms.count == (code == "en" ? 2 : 4))
        }
      }
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The worker's script` {
  private func share() throws -> Share { try Share(given: TrialLibrary.share) }

  @Test func `imports nothing, and nor does the shell bring modules of it alone`() async throws {
    try await TrialLibrary.ask { client in
      let reader = KeptReader(client: client)
      let text = String(buffer: try await reader.get("/service-worker.js").body)
      #expect(text.contains("self.addEventListener(\"install\""))
      #expect(text.contains("const $kept_server = (() => {"))
      #expect(text.firstMatch(of: /(?m)^(import|export)\b/) == nil)
      let kept = try await reader.json("/-/shell.json")["files"]?.list.compactMap(\.text) ?? []
      #expect(kept.contains { $0.hasSuffix("/almanac.js") })
      #expect(kept.contains { $0.hasSuffix("/live-worker.js") })
      #expect(!kept.contains { $0.hasSuffix("/kept-server.js") })
    }
  }

  @Test func `may work for every page, and may run the core`() async throws {
    try await TrialLibrary.ask { client in
      let answer = try await KeptReader(client: client).get("/service-worker.js")
      #expect(answer.headers[.serviceWorkerAllowed] == "/")
      #expect(answer.headers[.cacheControl] == "no-cache")
      let policy = answer.headers[.contentSecurityPolicy] ?? ""
      #expect(policy.contains("; script-src 'self' 'wasm-unsafe-eval';"))
      let tag = try #require(answer.headers[.eTag])
      let again = try await KeptReader(client: client).get(
        "/service-worker.js", [.ifNoneMatch: tag])
      #expect(again.status == .notModified)
    }
  }

  @Test(arguments: [
    ("styles/base.css", "body {}"), ("scripts/motion.js", "export const more = 1;"),
    ("templates/list/list.mustache", "<p></p>"), ("words/pl.json", nil),
  ])
  func `is another after any file changed, and else the same`(
    path: String, more: String?
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "almanac-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: TrialLibrary.share, to: folder)
    let (before, again) = (try Self.worker(folder), try Self.worker(folder))
    let file = folder.appending(path: path)
    let text = try String(contentsOf: file, encoding: .utf8)
    let changed = more.map { text + $0 } ?? text.replacing("Polski", with: "Polska mowa")
    try Data(changed.utf8).write(to: file)
    let after = try Self.worker(folder)
    try FileManager.default.removeItem(at: folder)
    #expect(before == again)
    #expect(before != after)
  }

  private static func worker(_ folder: URL) throws -> [UInt8] {
    let share = try Share(given: folder)
    let languages = try Languages(folder: folder.appending(path: "words"))
    let made = ShellFiles.made(templates: try Templates(share), languages: languages)
    return try Assets(share, made: made).worker.bytes
  }
}
