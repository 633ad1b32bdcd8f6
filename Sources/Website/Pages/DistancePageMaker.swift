import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// Makes the page of a distance from what the engine knows.
struct DistancePageMaker {
  let dataset: Dataset
  let request: DistanceRequest
  let from: EndChoice
  let to: EndChoice
  let distance: Distance?
  let unit: DistanceUnit
  let status: DatasetStatus
  let words: Catalogue
  let now: Date
  let acts: Bool
  let credit: Credit
  /// Draws places and a line, with a label.
  let draw: ([MapFigure.Place], [Point], String) -> MapFigure

  private var text: ValueText { ValueText(words: words) }
  private var records: RecordWords { RecordWords(dataset: dataset, words: words) }
  private var distances: DistanceText { DistanceText(words: words) }

  /// The page.
  func page() -> DistancePage {
    let line = StatusLine(status, words: words, now: now)
    return DistancePage(
      title: words.say("distance.title"),
      dataset: Frame.Link(
        title: dataset.title.text(in: words.language), address: Address.list(dataset.id),
        isCurrent: false),
      address: Address.distance(dataset.id), of: dataset.id,
      from: end("from", from), to: end("to", to), swap: swap, unitAsked: request.unit?.rawValue,
      units: UnitControl(unit, back: address(from.id, to.id, keepsUnit: false), words: words),
      result: result, map: map, notes: notes, status: line.parts, isLive: line.isLive,
      statusAddress: Address.list(dataset.id, TableQuery(limit: 1)),
      trouble: TroubleNote(status, of: dataset, words: words, now: now, acts: acts),
      credit: CreditNote(credit, words))
  }

  /// The title of the window: both names where both are known.
  var windowTitle: String { result?.sentence ?? words.say("distance.title") }

  private func address(_ from: RecordID?, _ to: RecordID?, keepsUnit: Bool = true) -> String {
    let unit = keepsUnit ? request.unit : nil
    return Address.distance(dataset.id, from: from, to: to, unit: unit)
  }

  private var swap: String? {
    from.id == nil && to.id == nil ? nil : address(to.id, from.id)
  }

  private func title(_ record: Record) -> String {
    records.name(record)
  }

  // MARK: The ends

  private func end(_ name: String, _ choice: EndChoice) -> DistancePage.End {
    let chosen = choice.end
    return DistancePage.End(
      name: name, textName: name + "_q", label: words.say("distance.\(name)"),
      hint: words.say("search.hint", ["title": dataset.title.text(in: words.language)]),
      id: chosen?.record.id.description ?? "",
      text: chosen.map { title($0.record) } ?? choice.typed,
      page: chosen.map { Address.record(dataset.id, $0.record.id) },
      place: chosen?.place.map(text.places.text), nothing: nothing(choice), choose: choose(choice),
      candidates: candidates(name, choice))
  }

  private func nothing(_ choice: EndChoice) -> String? {
    guard case .unknown(let typed, let suggestion) = choice else { return nil }
    let what = words.say("distance.nothing", ["text": typed])
    guard let suggestion else { return what }
    return what + " " + words.say("distance.suggestion", ["text": suggestion])
  }

  private func choose(_ choice: EndChoice) -> String? {
    guard case .several(_, let records, let isAll) = choice else { return nil }
    return isAll
      ? words.say("distance.choose")
      : words.say("distance.choose_some", ["count": "\(records.count)"])
  }

  private func candidates(_ name: String, _ choice: EndChoice) -> [DistancePage.Candidate] {
    guard case .several(_, let records, _) = choice else { return [] }
    return records.map { record in
      DistancePage.Candidate(
        name: title(record), about: self.records.about(record),
        choice: name == "from" ? address(record.id, to.id) : address(from.id, record.id))
    }
  }

  // MARK: The result

  private var result: DistancePage.Result? {
    guard let distance, let line = distance.line else { return nil }
    let other: DistanceUnit = unit == .kilometres ? .miles : .kilometres
    let facts = [
      ("in.\(unit.rawValue)", distances.exact(line.distance, in: unit)),
      ("in.\(other.rawValue)", distances.exact(line.distance, in: other)),
      ("initial", distance.initialBearing.map(distances.bearing)),
      ("final", distance.finalBearing.map(distances.bearing)),
    ]
    return DistancePage.Result(
      sentence: words.say(
        "distance.sentence",
        ["from": title(distance.from.record), "to": title(distance.to.record)]),
      distance: distances.text(line.distance, in: unit),
      facts: facts.compactMap { name, value in
        value.map { DistancePage.Fact(term: words.say("distance.\(name)"), value: $0) }
      })
  }

  private var map: MapFigure? {
    guard let distance, let result else { return nil }
    let places = [distance.from, distance.to].compactMap { end in
      end.place.map { point in
        MapFigure.Place(
          point: point, label: title(end.record), href: Address.record(dataset.id, end.record.id))
      }
    }
    let line = distance.places.compactMap {
      Point(latitude: $0.latitude, longitude: $0.longitude)
    }
    return draw(places, line, "\(result.sentence): \(result.distance)")
  }

  private var notes: [String] {
    let ends = [from.end, to.end].compactMap(\.self)
    let isSame = ends.count == 2 && ends[0].record.id == ends[1].record.id
    let distinct = isSame ? [ends[0]] : ends
    return distinct.flatMap(records.notes) + (isSame ? [words.say("distance.same")] : [])
  }
}

extension UnitControl {
  /// The choice, with a way back to the page it stands on.
  init(_ unit: DistanceUnit, back: String, words: Catalogue) {
    action = Address.preferences
    self.back = back
    choices = DistanceUnit.allCases.map { other in
      Choice(
        value: other == .kilometres ? "metric" : "imperial",
        name: words.say("distance.unit.\(other.rawValue)"),
        isChosen: other == unit)
    }
  }
}
