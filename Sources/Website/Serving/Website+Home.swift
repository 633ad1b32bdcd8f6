import AlmanacDeclarations
import AlmanacEngine
import Foundation
import Hummingbird

extension Website {
  /// Answers `/`.
  func home(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let words = words(for: request)
    let page = HomePage(
      datasets: try await statuses(), problems: library.problems, words: words, now: now(),
      acts: options.actsFreely)
    return html(page, template: "home", homeFrame(request))
  }

  /// What stands around the table of contents.
  func homeFrame(_ request: Request, at own: String? = nil) -> Frame {
    let words = words(for: request)
    return frame(
      request, at: own, title: words.say("home.window"), kind: "home",
      summary: words.say("home.summary"), twin: "/index.json")
  }

  /// Answers `/index.json`.
  func homeJSON(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    .json(IndexBody(try await statuses(), problems: library.problems))
  }

  /// Answers `/about`.
  func about(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let words = words(for: request)
    let page = AboutPage(
      datasets: try await statuses(), version: options.version,
      phone: options.reach.map { PhoneNote($0, words) }, words: words)
    return html(
      page, template: "about", frame(request, title: words.say("about.title"), kind: "about"))
  }

  /// Answers `/app.webmanifest`: what a device installs the pages by.
  func manifest(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
    let words = words(for: request)
    let manifest = WebManifest(datasets: library.datasets, assets: assets, words: words)
    return Response.json(manifest, type: Route.Media.manifest.rawValue).spoken(in: words)
  }

  /// Every dataset with its status.
  func statuses() async throws -> [(dataset: Dataset, status: DatasetStatus)] {
    var all: [(dataset: Dataset, status: DatasetStatus)] = []
    for dataset in library.datasets {
      if let status = try await library.status(of: dataset.id) { all.append((dataset, status)) }
    }
    return all
  }
}

/// The home page for programs.
struct IndexBody: Codable, Sendable {
  let datasets: [Entry]
  let problems: [String]

  /// One dataset.
  struct Entry: Codable, Sendable {
    let id: String
    let title: [String: String]
    let href: String
    let total: Int
    let version: String
    let origin: String
    let copyDate: Date?
    let lastSuccess: Date?
    let nextCheck: Date?
    let isSyncing: Bool
    let recordsASecond: Double?
    let stream: StreamBody?
    let setAside: Int
    let setAsideReasons: [Reason]
    let drift: [Drifted]
    let mismatches: [Drifted]
    let bytesOnDisk: Int64
    let trouble: TroubleBody?
    let credit: CreditBody

    /// Why records were set aside, how many, and one of them.
    struct Reason: Codable, Sendable {
      let reason: String
      let count: Int
      let sample: String
    }

    /// How a field of the source differs, and since when.
    struct Drifted: Codable, Sendable {
      let code: String
      let field: String?
      let what: String
      let since: Date

      init(_ note: DriftNote) {
        (code, field) = (note.drift.code, note.drift.field)
        (what, since) = (note.what, note.since)
      }
    }

    enum CodingKeys: String, CodingKey {
      case id, title, href, total, version, origin, drift, mismatches, trouble, credit
      case copyDate = "copy_date"
      case lastSuccess = "last_success"
      case nextCheck = "next_check"
      case isSyncing = "is_syncing"
      case recordsASecond = "records_a_second"
      case stream
      case setAside = "set_aside"
      case setAsideReasons = "set_aside_reasons"
      case bytesOnDisk = "bytes_on_disk"
    }
  }

  init(
    _ all: [(dataset: Dataset, status: DatasetStatus)], problems: [DeclarationProblem]
  ) {
    datasets = all.map { Entry($0.dataset, $0.status) }
    self.problems = problems.map(\.publicDescription)
  }
}

extension IndexBody.Entry {
  init(_ dataset: Dataset, _ status: DatasetStatus) {
    id = dataset.id
    title = dataset.title.byLanguage
    href = Address.list(dataset.id, json: true)
    total = status.count
    version = status.version
    origin = status.origin.rawValue
    copyDate = status.copyDate
    lastSuccess = status.lastSuccess
    nextCheck = status.nextCheck
    isSyncing = status.isSyncing
    recordsASecond = status.stream?.rate
    stream = status.stream.map(StreamBody.init)
    setAside = status.setAsideCount
    setAsideReasons = status.setAside.map {
      Reason(reason: $0.reason, count: $0.count, sample: $0.sample)
    }
    drift = status.drift.map(Drifted.init)
    mismatches = status.mismatches.map(Drifted.init)
    bytesOnDisk = status.bytesOnDisk
    trouble = status.trouble.map { TroubleBody($0, next: status.acceptCommand) }
    credit = CreditBody(status.credit)
  }
}

extension DeclarationProblem {
  /// The problem without the folders of this machine, which are nobody else's business.
  var publicDescription: String { told(message.description) }

  /// The same in a language.
  func publicDescription(_ words: Catalogue) -> String { told(words.tell(message)) }

  private func told(_ text: String) -> String {
    var problem = self
    problem.file = file.isEmpty ? "" : URL(filePath: file).lastPathComponent
    return problem.place + (file.isEmpty ? text.replacing(/(?:\/[^\/\s]+)+\//, with: "") : text)
  }
}

/// A trouble for programs.
struct TroubleBody: Codable, Sendable {
  let kind: String
  let what: String
  let since: Date
  let nextAttempt: Date?
  /// The command by which a person acts, where one must.
  let next: String?

  enum CodingKeys: String, CodingKey {
    case kind, what, since, next
    case nextAttempt = "next_attempt"
  }

  init(_ trouble: Trouble, next: String?) {
    self.next = next
    kind = trouble.kind.rawValue
    what = trouble.what
    since = trouble.since
    nextAttempt = trouble.nextAttempt
  }
}

/// A credit for programs.
struct CreditBody: Codable, Sendable {
  let text: String
  let homepage: String?
  let licence: String

  init(_ credit: Credit) {
    text = credit.text
    homepage = credit.homepage
    licence = credit.licence
  }
}
