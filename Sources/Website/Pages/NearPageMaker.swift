import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// Makes the page of what is near from what the engine knows.
struct NearPageMaker {
  let dataset: Dataset
  let asked: NearParameters
  /// The record that is asked about.
  let end: DistanceEnd?
  /// What is near; nothing where no place is known.
  let near: Near?
  let unit: DistanceUnit
  /// The unit that was asked for in the address.
  let unitAsked: DistanceUnit?
  let status: DatasetStatus
  let words: Catalogue
  let now: Date
  let acts: Bool
  let credit: Credit
  /// Draws places, with a label.
  let draw: ([MapFigure.Place], String) -> MapFigure

  private var text: RecordWords { RecordWords(dataset: dataset, words: words) }
  private var distances: DistanceText { DistanceText(words: words) }

  /// The page.
  func page() -> NearPage {
    let line = StatusLine(status, words: words, now: now)
    return NearPage(
      title: words.say("near.title"),
      dataset: Frame.Link(
        title: dataset.title.text(in: words.language), address: Address.list(dataset.id),
        isCurrent: false),
      address: Address.near(dataset.id), phrases: phrases,
      count: near.map { words.count("status.records", $0.total) }, summary: summary,
      about: end.map { Address.record(dataset.id, $0.record.id) },
      id: end?.record.id.description, latitude: asked.place.map { "\($0.latitude)" } ?? "",
      longitude: asked.place.map { "\($0.longitude)" } ?? "", radii: radii,
      notes: end.map(text.notes) ?? [], map: map, isNothing: near?.rows.isEmpty ?? false,
      rows: near?.rows.map(row) ?? [], more: more,
      units: UnitControl(unit, back: Address.near(dataset.id, asked), words: words),
      status: line.parts, isLive: line.isLive,
      statusAddress: Address.list(dataset.id, TableQuery(limit: 1)),
      trouble: TroubleNote(status, of: dataset, words: words, now: now, acts: acts),
      credit: CreditNote(credit, words))
  }

  /// Near what, as the title of the window says it too.
  var summary: String? {
    if let end { return words.say("near.record", ["name": text.name(end.record)]) }
    guard let place = asked.place,
      let point = Point(latitude: place.latitude, longitude: place.longitude)
    else { return nil }
    return words.say("near.place", ["place": PlaceText(words: words).text(point)])
  }

  private var phrases: String {
    let all = ["asking", "denied", "failed"].map { ($0, words.say("near.\($0)")) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do {
      let data = try encoder.encode(Dictionary(uniqueKeysWithValues: all))
      return String(decoding: data, as: UTF8.self)
    } catch { return "{}" }  // texts always can be written
  }

  private func row(_ near: NearRecord) -> NearPage.Row {
    NearPage.Row(
      name: text.name(near.record), about: text.about(near.record),
      page: Address.record(dataset.id, near.record.id),
      away: distances.text(near.distance, in: unit),
      bearing: near.bearing.map(distances.bearing))
  }

  // MARK: How far, and how many

  /// Round numbers of the unit, and any distance.
  private var radii: [NearPage.Radius] {
    let metres = unit == .kilometres ? 1000 : 1609.344
    let usual = [1.0, 5, 10, 50, 100, 500].map { $0 * metres }
    let known = asked.radius.map { radius in usual.contains(radius) ? [] : [radius] } ?? []
    let radii = (usual + known).sorted().map { radius in
      NearPage.Radius(
        value: Self.plain(radius), name: distances.round(radius, in: unit),
        isChosen: radius == asked.radius)
    }
    let any = NearPage.Radius(
      value: "", name: words.say("near.anywhere"), isChosen: asked.radius == nil)
    return [any] + radii
  }

  private static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  private var more: Frame.Link? {
    guard let near, near.total > near.rows.count, asked.limit < TableQuery.largestLimit else {
      return nil
    }
    var other = asked
    other.limit = min(asked.limit * 5, TableQuery.largestLimit)
    return Frame.Link(
      title: words.say("near.more"), address: Address.near(dataset.id, other, unit: unitAsked),
      isCurrent: false)
  }

  // MARK: The map

  /// The most places on the map: beyond them it tells nothing.
  private static let mostPlaces = 100

  private var map: MapFigure? {
    guard let near, let summary, !near.rows.isEmpty else { return nil }
    let own = end.flatMap { end in
      end.place.map { MapFigure.Place(point: $0, label: text.name(end.record), href: nil) }
    }
    let here = asked.place.flatMap { place in
      Point(latitude: place.latitude, longitude: place.longitude).map {
        MapFigure.Place(point: $0, label: summary, href: nil)
      }
    }
    let others = near.rows.prefix(Self.mostPlaces).compactMap { row in
      text.place(row.record).map { point in
        MapFigure.Place(
          point: point, label: text.name(row.record),
          href: Address.record(dataset.id, row.record.id))
      }
    }
    return draw([own ?? here].compactMap(\.self) + others, summary)
  }
}
