import AlmanacDeclarations
import AlmanacEngine

extension Website {
  /// The map of one record's place; nothing where none is measured or known.
  ///
  /// A record that is gone is not among all places any more.
  func figure(
    of record: Record, in dataset: Dataset, _ words: Catalogue, isGone: Bool = false
  ) -> MapFigure? {
    guard let point = dataset.measuredPlace(of: record) else { return nil }
    let title = EntryMarkup.title(of: record, in: dataset, ValueText(words: words))
    let place = PlaceText(words: words).text(point)
    return figure(
      places: [MapFigure.Place(point: point, label: title, href: nil)], words: words,
      label: words.say("map.of_record", ["title": title, "place": place]),
      more: isGone
        ? nil
        : Frame.Link(
        title: words.say("map.among_all"),
        address: Address.map(
          dataset.id, MapQuery(table: TableQuery(), open: record.id.description)),
        isCurrent: false))
  }
}

extension Dataset {
  /// The place of a record in the measured field; nothing where it is not known.
  func measuredPlace(of record: Record) -> Point? {
    guard let index = measure.flatMap(index(of:)), case .point(let point) = record.values[index]
    else { return nil }
    return point
  }
}
