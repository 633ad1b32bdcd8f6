import AlmanacDeclarations
import AlmanacEngine

/// Makes the card of the place that is open on a map.
struct MapCardMaker {
  let dataset: Dataset
  let query: MapQuery
  let record: Record
  /// Others in the very same place, as many as the card names.
  let others: [Record]
  /// How many they are in all.
  let otherCount: Int
  let words: Catalogue

  /// How many others a card names.
  static let named = 24

  /// The card; nothing where the record's place is not known.
  func card() -> MapCard? {
    guard let point = dataset.measuredPlace(of: record) else { return nil }
    var closed = query
    closed.open = nil
    return MapCard(
      title: title(record), subtitle: subtitle, place: PlaceText(words: words).text(point),
      latitude: point.latitude.description, longitude: point.longitude.description,
      address: Address.record(dataset.id, record.id), streetMap: PlaceText.mapAddress(point),
      others: otherCount > 0 ? words.count("map.others", otherCount) : nil,
      neighbours: others.map {
        Frame.Link(
          title: title($0), address: Address.record(dataset.id, $0.id), isCurrent: false)
      },
      closing: Address.map(dataset.id, closed))
  }

  private func title(_ record: Record) -> String {
    EntryMarkup.title(of: record, in: dataset, ValueText(words: words))
  }

  private var subtitle: String? {
    let text = ValueText(words: words)
    let shown = dataset.list.subtitle.compactMap { name -> String? in
      guard let index = dataset.index(of: name) else { return nil }
      return text.text(of: record, index, in: dataset)
    }
    return shown.isEmpty ? nil : shown.joined(separator: words.say("list.separator"))
  }
}
