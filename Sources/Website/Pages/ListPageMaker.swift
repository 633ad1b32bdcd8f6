import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// Makes a list page from what the engine knows.
struct ListPageMaker {
  let dataset: Dataset
  var query: TableQuery
  let status: DatasetStatus
  let window: Window
  /// The sections of all that the query finds.
  let sections: ListSections
  let words: Catalogue
  let now: Date
  /// Whether this server takes wishes such as "Try now".
  let acts: Bool
  /// Whom to thank for the copy that is shown.
  let credit: Credit
  /// The last sync that changed the copy; nothing where no history is kept.
  let lastSync: SyncLine?
  let picture: @Sendable (Record) -> String?
  /// By which texts the rows were found.
  var marks = MarkedTexts.none
  /// What may have been meant, where nothing is found.
  var suggestion: String?
  /// The rows that stand unfolded.
  var open = OpenRows([])

  /// The page.
  func page() -> ListPage {
    let line = StatusLine(status, words: words, now: now)
    let form = FilterForm(dataset: dataset, query: query, words: words)
    let sort = SortControl(dataset: dataset, query: query, words: words)
    let parts = sectionList()
    return ListPage(
      title: dataset.title.text(in: words.language),
      summary: dataset.summary?.text(in: words.language), address: Address.list(dataset.id),
      statusAddress: Address.list(dataset.id, TableQuery(limit: 1)), count: count(line),
      isLive: line.isLive, status: line.parts,
      trouble: TroubleNote(status, of: dataset, words: words, now: now, acts: acts),
      drift: DriftText(words: words).lines(status.drift),
      mismatches: DriftText(words: words).lines(status.mismatches), setAside: setAside,
      hasSearch: !dataset.search.isEmpty, search: query.search ?? "", searchHint: searchHint,
      views: views,
      map: dataset.measure.map { _ in Address.map(dataset.id, MapQuery(table: query)) },
      measures: MeasureLinks.all(dataset, words), legend: legend, filters: form.controls,
      chips: form.chips, kept: form.kept + open.inputs, sorts: sort.options(),
      sections: links(parts),
      heads: sort.heads(), isTable: isTable, rows: rows(parts), hasRows: !window.rows.isEmpty,
      isNothingFound: window.total == 0 && status.count > 0, suggestion: suggested,
      isCopyEmpty: status.count == 0 && !status.isFilling, atlas: atlas,
      isFilling: status.isFilling,
      live: isTable && parts == nil
        ? LiveNote(
          dataset: dataset.id, query: query, window: window,
          ofAll: query.search == nil && query.filters.isEmpty ? nil : ofAll, words: words)
        : nil,
      pager: Pager(
        dataset: dataset.id, query: query, shown: window.rows.count, total: window.total,
        words: words),
      exports: ExportNote(dataset: dataset, query: query, count: count(line), words: words),
      history: history,
      watch: dataset.source.kind == .stream
        ? nil : WatchNote(query, of: dataset, words: words),
      keep: KeptCopy.isOffered(dataset, count: status.count)
        ? KeepNote(dataset, words: words) : nil,
      credit: CreditNote(credit, words))
  }

  private var history: Frame.Link? {
    guard let lastSync else { return nil }
    let date = Date(timeIntervalSince1970: lastSync.ended)
    let values = [
      "counts": ChangeText(dataset: dataset, words: words).counts(lastSync),
      "moment": DateText(words: words).moment(date, now: now),
    ]
    return Frame.Link(
      title: lastSync.isFilling ? words.say("changes.title") : words.say("list.changes", values),
      address: Address.changes(dataset.id, ChangesQuery()), isCurrent: false)
  }

  private var suggested: Frame.Link? {
    suggestion.map { text in
      var other = query.at(offset: 0)
      other.search = text
      return Frame.Link(
        title: words.say("search.suggestion", ["query": text]),
        address: Address.list(dataset.id, other), isCurrent: false)
    }
  }

  private var setAside: Frame.Link? {
    let count = status.setAsideCount
    guard count > 0 else { return nil }
    return Frame.Link(
      title: words.count("aside.link", count), address: Address.aside(dataset.id),
      isCurrent: false)
  }

  private var atlas: AtlasPane? {
    isTable ? nil : AtlasPane(dataset)
  }

  private var isTable: Bool { !dataset.list.columns.isEmpty }

  /// "45,716 records", or "7 of 45,716 records" while some are left out.
  private func count(_ line: StatusLine) -> String {
    guard window.total != status.count, query.search != nil || !query.filters.isEmpty else {
      return line.count
    }
    let found = NumberText(words: words).integer(Int64(window.total))
    return words.say("list.found", ["found": found, "records": ofAll])
  }

  /// "of 45,716 records", without the "of": some languages have a form of its own for it.
  private var ofAll: String { words.count("list.of_records", status.count) }

  private var searchHint: String {
    words.say("search.hint", ["title": dataset.title.text(in: words.language)])
  }

  private var views: [Frame.Link] {
    dataset.views.compactMap { view in
      let parameters = view.parameters.map { (name: $0.name, value: $0.value) }
      guard let filters = Self.filters(parameters, dataset) else { return nil }
      let isCurrent = Set(filters) == Set(query.filters)
      return Frame.Link(
        title: view.title.text(in: words.language),
        address: Address.dataset(dataset.id) + (isCurrent ? "" : "?view=\(view.name)"),
        isCurrent: isCurrent)
    }
  }

  private static func filters(
    _ parameters: [(name: String, value: String)], _ dataset: Dataset
  ) -> [Filter]? {
    do throws(QueryProblem) {
      return try TableQuery(parameters: parameters, dataset: dataset).filters
    } catch {
      return nil
    }
  }

  private var legend: [ListPage.LegendItem] {
    guard let name = dataset.list.mark, let field = dataset.field(name) else { return [] }
    return field.choices.map { choice in
      let filter = Filter(field: name, test: .equals(.text(choice.value)))
      let isCurrent = query.filters.contains(filter)
      var other = query.at(offset: 0)
      other.filters.removeAll { $0.field == name }
      if !isCurrent { other.filters.append(filter) }
      return ListPage.LegendItem(
        title: choice.title.text(in: words.language), address: Address.list(dataset.id, other),
        isCurrent: isCurrent, tone: "tone-\(choice.tone.rawValue)", sign: Self.sign(choice.tone))
    }
  }

  private static func sign(_ tone: Choice.Tone) -> String? {
    switch tone {
    case .rise: "▲"
    case .fall: "▼"
    default: nil
    }
  }
}

extension ListPageMaker {
  /// The sections of the rows; none where the rows are not in the order of sections.
  private func sectionList() -> SectionList? {
    guard query.isBySection(in: dataset) else { return nil }
    let list = SectionList(window, sections, title: sectionTitle)
    return list.sections.isEmpty ? nil : list
  }

  /// What stands above the records of a section, or of none.
  private func sectionTitle(_ name: String?) -> String {
    guard let name else { return words.say("list.no_section") }
    return dataset.list.sections.flatMap(dataset.field)?.title(of: name, in: words.language) ?? name
  }

  /// The ways to all sections, also to those that stand on other pages of the list.
  ///
  /// Where the list has an order across them, they lead to the same records by section.
  private func links(_ parts: SectionList?) -> [ListPage.SectionLink] {
    let numbers = NumberText(words: words)
    let names = sections.sections.map { $0.name ?? sectionTitle(nil) }
    let here = Set(parts?.sections.filter { !$0.isContinued }.map(\.anchor) ?? [])
    return zip(sections.sections, SectionAnchors(names).anchors).map { section, anchor in
      ListPage.SectionLink(
        title: sectionTitle(section.name), count: numbers.integer(Int64(section.count)),
        address: (here.contains(anchor) ? "" : address(of: section)) + "#"
          + Address.encoded(anchor))
    }
  }

  private func address(of section: SectionCount) -> String {
    let list = query.bySection(in: dataset)
    let isWhole = list.isShownWhole(of: window.total)
    return Address.list(dataset.id, list.at(offset: isWhole ? 0 : section.offset))
  }

  private func rows(_ parts: SectionList?) -> String {
    var markup = Markup()
    if isTable {
      let writer = RowMarkup(dataset: dataset, words: words, found: marks)
      if let parts {
        SectionMarkup(dataset: dataset, text: writer.text).write(parts, writer, into: &markup)
      } else {
        for record in window.rows { writer.write(record, into: &markup) }
      }
      return markup.text
    }
    var entries = EntryMarkup(dataset: dataset, words: words, picture: picture, marks: marks)
    entries.open = Set(open.ids)
    if let parts {
      let writer = SectionMarkup(dataset: dataset, text: entries.text)
      for section in parts.sections { writer.write(section, entries, into: &markup) }
      return markup.text
    }
    markup.raw("<ol class=\"entries\">\n")
    for record in window.rows { entries.write(record, into: &markup) }
    markup.raw("</ol>\n")
    return markup.text
  }
}
