import AlmanacDeclarations
import AlmanacEngine

extension PatternsPageMaker {
  /// Lists of names, tables, and the steps between their pages.
  var lists: [PatternsPage.Pattern] {
    [pattern("list", listStates), pattern("table", tableStates), pattern("pager", pagerStates)]
  }

  private var listStates: [State] {
    let (places, all) = (samples.places, samples.listed)
    let filling = samples.status(places, count: 0) { ($0.copyDate, $0.isSyncing) = (nil, true) }
    let drifted = samples.status(places, count: 1) {
      $0.drift = [DriftNote(.added("visits"), since: now)]
    }
    let failed = samples.status(places) { $0.trouble = PatternSamples.trouble(.failed) }
    return [
      list("usual", places, all, samples.status(places, count: 4), unfolded: 2),
      list("loading", places, [], filling),
      list("found", places, [samples.whole], samples.status(places), TableQuery(search: "pol")),
      list("nothing", places, [], samples.status(places), TableQuery(search: "plo")),
      list("empty", places, [], samples.status(places, count: 0) { $0.copyDate = nil }),
      list("failed", places, [samples.bare], failed),
      list("long", places, [samples.long], drifted, unfolded: 1),
    ]
  }

  private var tableStates: [State] {
    let (deals, live) = (
      samples.deals, samples.status(samples.deals, count: 6) { $0.stream = .live }
    )
    let bought = TableQuery(
      sort: [SortTerm(field: "price", descending: true)],
      filters: [
        Filter(field: "side", test: .equals(.text("buy")))
      ])
    let apart = samples.status(deals, count: 6) { $0.stream = .apart }
    return [
      list("usual", deals, samples.traded, live),
      list("news", deals, samples.traded, live, stage: "table"),
      list("loading", deals, samples.traded, live, stage: "table"),
      list("apart", deals, samples.traded, apart, stage: "table"),
      list("empty", deals, [], samples.status(deals, count: 0) { $0.stream = .live }),
      list("chosen", deals, samples.traded, live, bought),
      list("stale", deals, Array(samples.traded.prefix(2)), apart),
      list("long", deals, [samples.longDeal], live),
    ]
  }

  /// A list as its page shows it.
  private func list(
    _ name: String, _ dataset: Dataset, _ rows: [Record], _ status: DatasetStatus,
    _ query: TableQuery = TableQuery(), unfolded: Int = 0, stage: String? = nil
  ) -> State {
    var maker = ListPageMaker(
      dataset: dataset, query: query, status: status,
      window: Window(version: "1-1", total: rows.count, offset: 0, rows: rows),
      sections: samples.sections(of: rows, in: dataset, query), words: words, now: now, acts: true,
      credit: dataset.credit, lastSync: nil, picture: picture)
    maker.suggestion = rows.isEmpty ? query.search.map { _ in "Poland" } : nil
    if query.search != nil {
      maker.marks = MarkedTexts { _ in [FoundMark(stating: 0..<3, of: "Poland", in: "name")] }
    }
    let made = state(name, "list", maker.page()).markup
    let markup = query.filters.isEmpty ? made : PatternsPage.Specimen.filtering(made)
    return State(
      name: name, markup: PatternsPage.Specimen.unfolded(markup, rows: unfolded), stage: stage)
  }

  private var pagerStates: [State] {
    [("first", 0), ("middle", 45_200), ("last", 45_700)].map { name, offset in
      let pager = Pager(
        dataset: samples.deals.id, query: TableQuery().at(offset: offset), shown: 100,
        total: 45_716, words: words)
      return state(name, "pager", pager)
    }
  }
}

extension StreamStatus {
  /// A stream that brings what a simulator does.
  fileprivate static let live = StreamStatus(isConnected: true, rate: 3180)
  /// A stream that brings nothing now.
  fileprivate static let apart = StreamStatus(isConnected: false, rate: 0)
}
