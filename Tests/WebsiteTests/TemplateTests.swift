import AlmanacDeclarations
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Synchronization
import Testing

@testable import AlmanacEngine
@testable import AlmanacWebsite

/// Remembers every name that a template asked for in vain.
final class MissingNames: Sendable {
  private let names = Mutex<Set<String>>([])

  var all: Set<String> { names.withLock { $0 } }

  func add(_ name: String) { names.withLock { _ = $0.insert(name) } }
}

@Suite(.timeLimit(.minutes(5))) struct `The templates` {
  @Test func `ask for nothing that nobody gives`() async throws {
    let missing = MissingNames()
    try await TrialLibrary.with(missing: { missing.add($0) }) { website in
      try await website.application(logger: .init(label: "test")).test(.router) { client in
        for path in `The contract of every route`.pages + ["/nothing", "/stones?sort=nam"] {
          _ = try await client.execute(uri: path, method: .get)
        }
      }
      for state in Self.states { Self.render(state, website) }
    }
    #expect(missing.all.sorted() == [])
  }

  @Test func `give words without dots for everything but the words`() throws {
    for template in try `The catalogue of words`.texts("share/templates", ".mustache") {
      for name in template.matches(of: /\{\{[#^\/&]?([A-Za-z][A-Za-z_.]*)\}\}/) {
        #expect(!name.1.contains(".") || name.1.hasPrefix("words."), "\(name.1)")
      }
    }
  }

  /// Everything a status can say.
  static var states: [DatasetStatus] {
    let now = TrialLibrary.now
    let trouble = { (kind: Trouble.Kind, next: Date?) in
      Trouble(kind: kind, what: "it did not answer", since: now, nextAttempt: next)
    }
    return [
      Statuses.make(), Statuses.make { $0.trouble = trouble(.failed, now) },
      Statuses.make { $0.trouble = trouble(.held, nil) },
      Statuses.make { $0.trouble = trouble(.postponed, nil) },
      Statuses.make { ($0.count, $0.copyDate, $0.trouble) = (0, nil, trouble(.failed, nil)) },
      Statuses.make { $0.stream = StreamStatus(isConnected: true, rate: 3180) },
    ]
  }

  private static func render(_ status: DatasetStatus, _ website: Website) {
    guard let dataset = website.library.dataset("stones") else { return }
    let words = website.languages.english
    let frame = Frame(
      language: "en", title: "", summary: nil, style: "", icon: "", script: "", twin: nil,
      feed: nil,
      bar: [], places: [], beside: [], phrases: "{}",
      languages: LanguageControl(website.languages, chosen: "en", page: "/"),
      unspoken: "/", version: "", kind: "",
      look: FrameLook(Look(), papers: website.assets.papers))
    let problem = DeclarationProblem(file: "a.yaml", line: 1, key: "id", message: "wrong")
    let home = HomePage(
      datasets: [(dataset, status)], problems: [problem], words: words, now: TrialLibrary.now,
      acts: true)
    _ = website.html(home, template: "home", frame)
    let list = ListPageMaker(
      dataset: dataset, query: TableQuery(), status: status,
      window: Window(version: "1", total: 0, offset: 0, rows: []),
      sections: ListSections(version: "1", sections: []),
      words: words, now: TrialLibrary.now, acts: true, credit: dataset.credit,
      lastSync: nil, picture: { _ in nil })
    _ = website.html(list.page(), template: "list", frame)
  }
}

/// Statuses for tests.
enum Statuses {
  /// An untroubled status, changed as a test needs it.
  static func make(_ change: (inout DatasetStatus) -> Void = { _ in }) -> DatasetStatus {
    let now = TrialLibrary.now
    var status = DatasetStatus(
      dataset: "stones", count: 250, origin: .upstream, copyDate: now - 28_380,
      lastSuccess: now - 28_380, lastAttempt: now - 28_380, nextCheck: now + 58_020,
      isSyncing: false, trouble: nil, setAside: [], drift: [], stream: nil, version: "a-1",
      bytesOnDisk: 214_000_000, credit: Credit(text: "Stone keepers", licence: "CC0"))
    change(&status)
    return status
  }
}
