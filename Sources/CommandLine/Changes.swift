import AlmanacDeclarations
import AlmanacEngine
import ArgumentParser
import Foundation

/// Tells what syncs changed.
struct Changes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: said(
      "Tell what syncs changed: what was new, different (old → new) or gone, newest first."),
    discussion: "almanac changes countries --id PL --kind changed")

  @OptionGroup var places: Places

  @Argument(help: .said("The dataset."))
  var dataset: String

  @Option(help: .said("Only the changes of the record with this key."))
  var id: String?

  @Option(help: .said("Only the changes of the sync with this number."))
  var sync: String?

  @Option(help: .said("Only inserted, changed or deleted."))
  var kind: String?

  @Option(help: .said("Only changes older than the one of this sequence."))
  var before: String?

  @Option(help: .said("How many changes, 1 to 1000."))
  var limit: String?

  @Flag(help: .said("Print JSON."))
  var json = false

  func run() async throws {
    let library = try await Access(places).reader()
    let table = try library.found(dataset)
    guard table.keepsChanges else {
      throw Failure("\(dataset) is a stream: of a stream no changes are kept.")
    }
    let query = try query(table)
    let status = try await library.status(of: dataset)
    if json {
      let bytes = try table.changesJSON(query, status: status, next: { _ in nil })
      return Output.bytes(bytes + [0x0A])
    }
    if let status, !query.isFiltered { StatusLine(status).alerts.forEach(Output.line) }
    let page = try table.changes(query)
    ChangesText(dataset: table.dataset, page: page).lines.forEach(Output.line)
    if page.syncs.isEmpty { Output.progress(said("no change is on record")) }
    if let next = page.next { Output.progress(said("older: --before \(next)")) }
  }

  private func query(_ table: LiveTable) throws -> ChangesQuery {
    let given = [
      ("id", id), ("sync", sync), ("kind", kind), ("before", before), ("limit", limit),
    ].compactMap { name, value in value.map { (name: name, value: $0) } }
    do throws(QueryProblem) { return try ChangesQuery(parameters: given, table: table) } catch {
      throw misuse("\("--\(error.parameter)"): \(error.message)")
    }
  }
}

/// Changes as lines of text: a heading for each sync, a line for each record, one for each field.
struct ChangesText {
  let dataset: Dataset
  let page: ChangesWindow

  var lines: [String] {
    let changes = Dictionary(grouping: page.changes, by: \.sync)
    return page.syncs.flatMap { sync in
      [Self.heading(sync)] + (changes[sync.number] ?? []).flatMap(lines)
    }
  }

  private static func heading(_ sync: SyncLine) -> String {
    let date = Date(timeIntervalSince1970: sync.ended).formatted(.iso8601)
    if sync.isFilling, sync.kind == .snapshot {
      return "\(date)  " + said("the snapshot filled the copy: \(sync.total) records")
    }
    if sync.isFilling {
      return "\(date)  " + said("sync \("\(sync.number)") filled the copy: \(sync.total) records")
    }
    let head: Message = "sync \("\(sync.number)") (\(sync.kind.rawValue))"
    let counts: [Message] = [
      "\(sync.inserted) new", "\(sync.changed) changed", "\(sync.deleted) gone",
      "\(sync.total) in all",
    ]
    return "\(date)  \(said(head)): " + counts.map(said).joined(separator: ", ")
  }

  private func lines(_ change: Change) -> [String] {
    let id = change.id.description
    let name = name(change).flatMap { $0 == id ? nil : $0 }
    let head = ["  " + word(change.kind), id, name].compactMap(\.self).joined(separator: "  ")
    return [head] + (change.kind == .changed ? values(change) : [])
  }

  private func word(_ kind: Change.Kind) -> String {
    let words = [said("new"), said("changed"), said("gone")]
    let word =
      switch kind {
      case .inserted: words[0]
      case .changed: words[1]
      case .deleted: words[2]
      }
    let width = words.map(\.count).max() ?? 0
    return word + String(repeating: " ", count: width - word.count)
  }

  private func name(_ change: Change) -> String? {
    guard let index = dataset.index(of: dataset.list.title), let record = change.record else {
      return nil
    }
    return PlainText.text(record.values[index], dataset.fields[index])
  }

  private func values(_ change: Change) -> [String] {
    let rows = change.fields.map { difference in
      let field = dataset.fields[difference.index]
      return [
        "          " + field.name, PlainText.exact(difference.old, field), "→",
        PlainText.exact(difference.new, field),
      ]
    }
    let beyond =
      change.isBeyondDeclaration ? ["          " + said("beyond the declared fields")] : []
    return TextTable(rows: rows).lines + beyond
  }
}

extension PlainText {
  /// A value with all its digits, so that two that differ look different.
  static func exact(_ value: Value, _ field: Field) -> String {
    switch value {
    case .absent: "—"
    case .number(let number): Int64(exactly: number).map(String.init) ?? "\(number)"
    case .currencies(let all):
      all.map { "\($0.code) \($0.name) \($0.symbol)" }.joined(separator: ", ")
    default: text(value, field)
    }
  }
}
