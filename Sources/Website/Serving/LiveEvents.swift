import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// Writes what a live window tells as server-sent events (WHATWG HTML, section 9.2).
struct LiveEvents: Sendable {
  let rows: LiveJSON
  private let dataset: Dataset
  private let words: Catalogue
  private let now: @Sendable () -> Date
  /// By what name steps keep what was written for all readers of this kind.
  private let spelling: String

  init(
    dataset: Dataset, isHTML: Bool, words: Catalogue, found: MarkedTexts = .none,
    now: @escaping @Sendable () -> Date
  ) {
    self.dataset = dataset
    self.words = words
    self.now = now
    spelling = isHTML ? "html \(words.language)" : "json"
    guard isHTML else {
      rows = LiveJSON(dataset: dataset)
      return
    }
    let markup = RowMarkup(dataset: dataset, words: words, found: found)
    rows = LiveJSON(dataset: dataset) { record in markup.bytes(of: record) }
  }

  /// Sends everything that a subscription tells until it ends, and a comment after each silence.
  @concurrent func send(
    _ subscription: LiveSubscription, heartbeat: Duration,
    to write: @concurrent ([UInt8]) async throws -> Void
  ) async throws {
    try await write(Array("retry: 1000\n\n".utf8))
    var news = subscription.makeAsyncIterator()
    var status: [UInt8] = []
    while let next = try await news.next(within: heartbeat) {
      switch next {
      case .silence: try await write(Array(":\n\n".utf8))
      case .update(.window(let step)): try await write(window(step))
      case .update(.change(let step)): try await write(change(step))
      case .update(.status(let told)):
        let event = try self.status(told)
        if event != status { try await write(event) }
        status = event
      }
    }
  }

  private func window(_ step: LiveStep) -> [UInt8] {
    step.encoded(as: "window \(spelling)") { newWindow(step) }
  }

  private func newWindow(_ step: LiveStep) -> [UInt8] {
    Self.event("window", id: step.window.version, rows.window(step.window))
  }

  private func change(_ step: LiveStep) -> [UInt8] {
    step.encoded(as: "change \(spelling)") {
      guard let change = rows.change(step) else { return newWindow(step) }
      return Self.event("change", id: step.window.version, change)
    }
  }

  private func status(_ status: DatasetStatus) throws -> [UInt8] {
    let line = StatusLine(status, words: words, now: now())
    let body = LiveStatusBody(
      isLive: line.isLive, rate: status.stream?.rate, count: status.count, lines: line.parts,
      trouble: status.trouble.map { TroubleNote.what($0, of: dataset, words) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Self.event("status", id: nil, Array(try encoder.encode(body)))
  }

  /// An event; JSON has no line breaks of its own.
  private static func event(_ name: String, id: String?, _ data: [UInt8]) -> [UInt8] {
    let id = id.map { "id: \($0)\n" } ?? ""
    return Array("event: \(name)\n\(id)data: ".utf8) + data + Array("\n\n".utf8)
  }
}

/// How a dataset is doing, for who reads it live.
struct LiveStatusBody: Codable, Sendable {
  let isLive: Bool
  /// Records a second; nothing for what is no stream.
  let rate: Double?
  let count: Int
  /// What the page says about the copy.
  let lines: [String]
  let trouble: String?

  enum CodingKeys: String, CodingKey {
    case isLive, rate, count, lines, trouble
  }

  /// Writes every key, absent values too.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isLive, forKey: .isLive)
    try container.encode(rate, forKey: .rate)
    try container.encode(count, forKey: .count)
    try container.encode(lines, forKey: .lines)
    try container.encode(trouble, forKey: .trouble)
  }
}
