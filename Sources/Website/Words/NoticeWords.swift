import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// Puts what somebody is to be told into words.
struct NoticeWords {
  let words: Catalogue
  let notice: Notice

  private var dataset: Dataset { notice.dataset }
  private var change: ChangeText { ChangeText(dataset: dataset, words: words) }

  /// The text of a notice in a language, in English where the language is not known.
  static func text(_ notice: Notice, in language: String, _ languages: Languages) -> NoticeText {
    let words = languages.catalogues[language] ?? languages.english
    return NoticeWords(words: words, notice: notice).text
  }

  /// The text.
  var text: NoticeText {
    switch notice.news {
    case .test:
      NoticeText(
        title: words.say("notice.test.title"),
        body: words.say("notice.test.body", ["what": subject(nil)]), address: address)
    case .first:
      NoticeText(
        title: words.say("notice.first.title", ["what": subject(nil)]),
        body: words.say("notice.first.body"), address: address)
    case .changes(let changes):
      NoticeText(title: subject(changes.newest), body: body(changes), address: address)
    }
  }

  /// What is watched: the record's name, the search, or the dataset.
  private func subject(_ newest: Change?) -> String {
    let title = dataset.title.text(in: words.language)
    switch notice.watch {
    case .record(_, let id): return newest?.record.map(change.title) ?? "\(title): \(id)"
    case .search(_, let query):
      return words.say("notice.search", ["title": title, "query": conditions(query)])
    case .dataset: return title
    }
  }

  /// What a search asks for, as the list's page says it: "iron, Mass from 5 g".
  private func conditions(_ text: String) -> String {
    var components = URLComponents()
    components.percentEncodedQuery = text
    let items = (components.queryItems ?? []).map { (name: $0.name, value: $0.value ?? "") }
    do {
      let query = try TableQuery(parameters: items, dataset: dataset)
      let chips = FilterForm(dataset: dataset, query: query, words: words).chips.map(\.title)
      return ([query.search].compactMap(\.self) + chips)
        .joined(separator: words.say("list.separator"))
    } catch {
      return text  // the dataset no longer has a field that the search names
    }
  }

  private func body(_ changes: Notice.Changes) -> String {
    if case .record = notice.watch, let newest = changes.newest { return record(newest) }
    let counts: [(Change.Kind, Int)] = [
      (.inserted, changes.inserted), (.changed, changes.changed), (.deleted, changes.deleted),
    ]
    let text = counts.filter { $0.1 > 0 }
      .map { words.count("\(ChangeText.key($0.0)).count", $0.1) }
      .joined(separator: words.say("list.separator"))
    guard let record = changes.newest?.record else { return text }
    return words.say("notice.newest", ["counts": text, "record": change.title(record)])
  }

  private func record(_ newest: Change) -> String {
    switch newest.kind {
    case .inserted: return words.say("notice.record.inserted")
    case .deleted: return words.say("notice.record.deleted")
    case .changed:
      let names = newest.fields.prefix(4).map {
        dataset.fields[$0.index].title.text(in: words.language)
      }
      guard !names.isEmpty else { return words.say("notice.record.changed") }
      return words.say(
        "notice.record.fields", ["fields": names.joined(separator: words.say("list.separator"))])
    }
  }

  private var address: String {
    switch notice.watch {
    case .record(let dataset, let id): Address.record(dataset, key: id)
    case .search(let dataset, let query): Address.dataset(dataset) + "?" + query
    case .dataset(let dataset): Address.changes(dataset, ChangesQuery())
    }
  }
}
