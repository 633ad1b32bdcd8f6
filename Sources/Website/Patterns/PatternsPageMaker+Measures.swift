import AlmanacDeclarations
import AlmanacEngine
import Foundation

extension PatternsPageMaker {
  /// Distances, what is near, and maps.
  var measures: [PatternsPage.Pattern] {
    [
      pattern("distance", distanceStates), pattern("near", nearStates),
      pattern("map", mapStates),
    ]
  }

  private func end(_ record: Record, isGone: Bool = false) -> DistanceEnd {
    DistanceEnd(
      stating: record, at: samples.places.measuredPlace(of: record),
      goneSince: isGone ? now - 86_400 : nil)
  }

  private var distanceStates: [State] {
    let (from, to) = (end(samples.whole), end(samples.double, isGone: true))
    return [
      distance("usual", .chosen(from), .chosen(to)),
      distance("empty", .none, .none),
      distance(
        "several", .several("p", [samples.whole, samples.long], isAll: true),
        .unknown("plo", suggestion: "Poland")),
      distance("bare", .chosen(from), .chosen(end(samples.bare))),
      distance("long", .chosen(from), .chosen(end(samples.long))),
    ]
  }

  private func distance(_ name: String, _ from: EndChoice, _ to: EndChoice) -> State {
    let dataset = samples.places
    let ends = [from.end, to.end].compactMap(\.self)
    let page = DistancePageMaker(
      dataset: dataset, request: DistanceRequest(unit: .kilometres), from: from, to: to,
      distance: ends.count == 2 ? Distance(stating: ends[0], to: ends[1]) : nil,
      unit: .kilometres, status: samples.status(dataset), words: words, now: now, acts: true,
      credit: dataset.credit,
      draw: { website.figure(places: $0, line: $1, words: words, label: $2) }
    ).page()
    return state(name, "distance", page)
  }

  private var nearStates: [State] {
    let rows = [(samples.double, 1_650_320.0, 144.0 as Double?), (samples.long, 15_901_755, 171)]
    return [
      near("usual", Near(stating: rows)), near("empty", nil), near("nothing", Near(stating: [])),
    ]
  }

  private func near(_ name: String, _ near: Near?) -> State {
    let dataset = samples.places
    let page = NearPageMaker(
      dataset: dataset, asked: NearParameters(), end: near.map { _ in end(samples.whole) },
      near: near, unit: .kilometres, unitAsked: nil, status: samples.status(dataset),
      words: words, now: now, acts: true, credit: dataset.credit,
      draw: { website.figure(places: $0, words: words, label: $1) }
    ).page()
    return state(name, "near", page)
  }

  private var mapStates: [State] {
    [map("usual", samples.listed + [samples.long], opened: samples.whole), map("empty", [])]
  }

  private func map(_ name: String, _ records: [Record], opened: Record? = nil) -> State {
    let dataset = samples.places
    let places = records.compactMap { record in
      dataset.measuredPlace(of: record).map { (id: record.id, point: $0) }
    }
    let query = MapQuery(table: TableQuery(), open: opened?.id.description)
    let card = opened.flatMap { record in
      MapCardMaker(
        dataset: dataset, query: query, record: record, others: [samples.double], otherCount: 1,
        words: words
      ).card()
    }
    let page = MapPageMaker(
      dataset: dataset, query: query, found: PlacesOfQuery(stating: places, of: records.count),
      status: samples.status(dataset), outlines: website.outlines,
      outlineAddresses: website.outlineAddresses, words: words, now: now, acts: true,
      credit: dataset.credit, card: card, opened: opened.flatMap(dataset.measuredPlace)
    ).page()
    return state(name, "map", page)
  }
}

extension DistanceRequest {
  /// A request for nothing but a unit.
  fileprivate init(unit: DistanceUnit) {
    self.unit = unit
  }
}
