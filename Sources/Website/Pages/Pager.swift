import AlmanacEngine

/// Where a window stands in its list, and the ways to its neighbours.
struct Pager: Sendable, Hashable {
  /// "Rows 101–200 of 45,716".
  let position: String
  let first: String?
  let previous: String?
  let next: String?
  let last: String?
  /// Where "Go to row" is sent.
  let action: String
  /// What a form sends along to stay in this list.
  let kept: [HiddenInput]
  /// The last row there is.
  let total: Int
  /// Whether there is more than one page.
  let isNeeded: Bool

  /// - Parameter shown: how many rows stand on the page.
  init(dataset: String, query: TableQuery, shown: Int, total: Int, words: Catalogue) {
    let steps = PageSteps(offset: query.offset, limit: query.limit, total: total)
    position = Self.position(query, total, words)
    func link(_ offset: Int?) -> String? {
      offset.map { Address.list(dataset, query.at(offset: $0)) }
    }
    first = link(steps.first)
    previous = link(steps.previous)
    next = link(steps.next)
    last = link(steps.last)
    action = Address.list(dataset)
    kept = query.at(offset: 0).parameters.map(HiddenInput.init)
    self.total = total
    isNeeded = shown < total
  }

  private static func position(_ query: TableQuery, _ total: Int, _ words: Catalogue) -> String {
    let numbers = NumberText(words: words)
    let all = ["total": numbers.integer(Int64(total))]
    guard query.offset < total else { return words.say("pager.past", all) }
    let from = numbers.integer(Int64(query.offset + 1))
    let to = numbers.integer(Int64(min(query.offset + query.limit, total)))
    return words.say("pager.position", all.merging(["from": from, "to": to]) { $1 })
  }
}

/// A hidden input of a form.
struct HiddenInput: Sendable, Hashable {
  let name: String
  let value: String

  init(_ parameter: (name: String, value: String)) {
    (name, value) = parameter
  }
}

/// The offsets of the pages around a window; nothing where a step leads nowhere new.
struct PageSteps: Sendable, Hashable {
  let first: Int?
  let previous: Int?
  let next: Int?
  let last: Int?

  init(offset: Int, limit: Int, total: Int) {
    let lastOffset = total > 0 ? (total - 1) / limit * limit : 0
    first = offset > 0 ? 0 : nil
    previous = offset > 0 ? min(max(0, offset - limit), lastOffset) : nil
    next = offset + limit < total ? offset + limit : nil
    last = offset < lastOffset || offset >= max(total, 1) ? lastOffset : nil
  }
}

extension TableQuery {
  /// The same rows from another offset.
  func at(offset: Int) -> TableQuery {
    var query = self
    query.offset = offset
    return query
  }
}
