import AlmanacDeclarations

/// A list's records grouped by their first section, each counted once.
struct SectionList: Sendable {
  /// The sections in the order of the rows.
  let sections: [Section]

  /// One section of a list.
  struct Section: Sendable {
    let name: String
    /// The name in links within the page.
    let anchor: String
    /// How many records have it as their first section.
    let count: Int
    let records: [Record]
    /// Records that belong here too, but are counted elsewhere.
    let seeAlso: [Record]
  }

  /// Groups rows that come ordered by section.
  ///
  /// - Parameter counts: how many records each section has beyond these rows; the rows alone
  ///   count where a section is not named.
  init(rows: [Record], of dataset: Dataset, unnamed: String, counts: [String: Int] = [:]) {
    guard let name = dataset.list.sections, let index = dataset.index(of: name) else {
      sections = []
      return
    }
    let groups = Self.groups(rows, index)
    let others = Self.others(rows, index)
    sections = groups.enumerated().map { position, group in
      Section(
        name: group.name ?? unnamed, anchor: "section-\(position + 1)",
        count: counts[group.name ?? unnamed] ?? group.records.count, records: group.records,
        seeAlso: group.name.flatMap { others[$0] } ?? [])
    }
  }

  private static func groups(_ rows: [Record], _ index: Int) -> [(name: String?, records: [Record])]
  {
    var groups: [(name: String?, records: [Record])] = []
    for row in rows {
      let name = names(row.values[index]).first
      if let last = groups.last, last.name == name {
        groups[groups.count - 1].records.append(row)
      } else {
        groups.append((name, [row]))
      }
    }
    return groups
  }

  private static func others(_ rows: [Record], _ index: Int) -> [String: [Record]] {
    var others: [String: [Record]] = [:]
    for row in rows {
      for name in names(row.values[index]).dropFirst() { others[name, default: []].append(row) }
    }
    return others
  }

  /// The sections of a record, its own first.
  private static func names(_ value: Value) -> [String] {
    switch value {
    case .text(let text): [text]
    case .list(let texts): texts
    default: []
    }
  }
}

/// Writes a list's sections with their headings.
struct SectionMarkup {
  let entries: EntryMarkup

  /// Writes one section: its heading, its entries, and who else belongs here.
  func write(_ section: SectionList.Section, into markup: inout Markup) {
    markup.raw("<section class=\"part\" id=\"")
    markup.add(section.anchor)
    markup.raw("\"><h2>")
    markup.add(section.name)
    markup.raw(" <span class=\"tally\">")
    markup.add(entries.text.units.numbers.integer(Int64(section.count)))
    markup.raw("</span></h2>\n<ol class=\"entries\">\n")
    for record in section.records { entries.write(record, into: &markup) }
    markup.raw("</ol>")
    writeSeeAlso(section, into: &markup)
    markup.raw("</section>\n")
  }

  private func writeSeeAlso(_ section: SectionList.Section, into markup: inout Markup) {
    guard !section.seeAlso.isEmpty else { return }
    markup.raw("<p class=\"see-also\"><span>")
    markup.add(entries.text.words.say("list.see_also"))
    markup.raw("</span>")
    for record in section.seeAlso {
      markup.raw(" <a href=\"")
      markup.add(Address.record(entries.dataset.id, record.id))
      markup.raw("\">")
      markup.add(EntryMarkup.title(of: record, in: entries.dataset, entries.text))
      markup.raw("</a>")
    }
    markup.raw("</p>")
  }
}
