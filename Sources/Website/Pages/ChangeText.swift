import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// Finds the words for changes.
struct ChangeText {
  let dataset: Dataset
  let words: Catalogue
  let values: ValueText

  init(dataset: Dataset, words: Catalogue) {
    self.dataset = dataset
    self.words = words
    values = ValueText(words: words)
  }

  /// The key of a kind's word.
  static func key(_ kind: Change.Kind) -> String { "changes.\(kind.rawValue)" }

  /// The record's name.
  func title(_ record: Record) -> String { EntryMarkup.title(of: record, in: dataset, values) }

  /// The day and time of a sync.
  func moment(_ sync: SyncLine) -> String {
    let date = Date(timeIntervalSince1970: sync.ended)
    guard let timestamp = DateText.timestamp(date) else { return "" }
    let dates = DateText(words: words)
    return words.say(
      "changes.moment", ["day": dates.longDay(timestamp.date), "time": dates.clock(timestamp)])
  }

  /// "3 new, 2 changed, 1 gone".
  ///
  /// Of a snapshot, and of an answer that took its place, the records alone: they are not new.
  func counts(_ sync: SyncLine) -> String {
    if sync.isFilling, sync.kind == .snapshot || sync.number > 1 {
      return words.count("status.records", sync.total)
    }
    let counts: [(Change.Kind, Int)] = [
      (.inserted, sync.inserted), (.changed, sync.changed), (.deleted, sync.deleted),
    ]
    return counts.filter { $0.1 > 0 }.map { words.count("\(Self.key($0.0)).count", $0.1) }
      .joined(separator: words.say("list.separator"))
  }

  /// How many records filled the copy, and whose.
  func filling(_ sync: SyncLine) -> String {
    words.count(sync.kind == .snapshot ? "changes.snapshot" : "changes.filling", sync.total)
  }

  /// A change as a line with its differences.
  func entry(_ change: Change) -> ChangesPage.Entry {
    let record = change.record
    let isChanged = change.kind == .changed
    return ChangesPage.Entry(
      title: record.map(title) ?? change.id.description,
      address: Address.record(dataset.id, change.id), kind: words.say(Self.key(change.kind)),
      tone: Self.tone(change.kind), subtitle: record.flatMap(subtitle),
      differences: isChanged ? change.fields.map(difference) + beyond(change) : [])
  }

  private func subtitle(_ record: Record) -> String? {
    let parts = dataset.list.subtitle.compactMap { name -> String? in
      guard let index = dataset.index(of: name) else { return nil }
      return values.text(of: record, index, in: dataset)
    }
    return parts.isEmpty ? nil : parts.joined(separator: words.say("list.separator"))
  }

  private static func tone(_ kind: Change.Kind) -> String {
    switch kind {
    case .inserted: "tone-rise"
    case .changed: "tone-plain"
    case .deleted: "tone-fall"
    }
  }

  /// Both values as the record's page shows them; with all their digits where they would look alike.
  func difference(_ pair: (index: Int, old: Value, new: Value)) -> ChangesPage.Difference {
    let field = dataset.fields[pair.index]
    var (old, new) = (values.text(pair.old, of: field), values.text(pair.new, of: field))
    if old == new { (old, new) = (exact(pair.old), exact(pair.new)) }
    return ChangesPage.Difference(
      title: field.title.text(in: words.language), old: old, new: new)
  }

  /// What differs beyond the declared fields, under the names that the source gives it.
  private func beyond(_ change: Change) -> [ChangesPage.Difference] {
    guard change.isBeyondDeclaration else { return [] }
    let (old, new) = (Self.object(change.old?.extra), Self.object(change.new?.extra))
    return Set(old.keys).union(new.keys).sorted().compactMap { name in
      let (before, after) = (old[name].map(Self.text), new[name].map(Self.text))
      return before == after
        ? nil : ChangesPage.Difference(title: name, old: before, new: after)
    }
  }

  private static func object(_ json: String?) -> [String: Any] {
    guard let json else { return [:] }
    // The store holds objects only; one that cannot be read has nothing to show.
    return (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [String: Any] ?? [:]
  }

  private static func text(_ value: Any) -> String {
    if let text = value as? String { return text }
    let options: JSONSerialization.WritingOptions = [
      .fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes,
    ]
    guard let data = try? JSONSerialization.data(withJSONObject: value, options: options) else {
      return "\(value)"  // what was read as JSON can be written
    }
    return String(decoding: data, as: UTF8.self)
  }

  private func exact(_ value: Value) -> String? {
    switch value {
    case .absent: nil
    case .integer(let number): "\(number)"
    case .number(let number): values.units.numbers.decimal(number)
    case .text(let text): text
    case .point(let point): "\(point.latitude), \(point.longitude)"
    case .list(let texts): texts.joined(separator: " | ")
    case .currencies(let all):
      all.map { "\($0.code) \($0.name) \($0.symbol)" }.joined(separator: " | ")
    }
  }
}
