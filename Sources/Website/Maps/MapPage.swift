/// The page of a dataset's map.
struct MapPage: Sendable, Hashable {
  let title: String
  let dataset: Frame.Link
  /// How many places are known: "38,401 places of 45,716 records".
  let count: String
  /// The map's own address, for the form.
  let address: String
  /// The same records as a list.
  let list: String
  let hasSearch: Bool
  let search: String
  let searchHint: String
  /// Conditions of the list that the form sends along.
  let kept: [HiddenInput]
  let chips: [FilterChip]
  /// Whether there is nothing to mark.
  let isEmpty: Bool
  let svg: String
  let view: String
  /// Where the script finds all places.
  let source: String
  let outlines: String
  let phrases: String
  /// Closer, farther, all.
  let scales: [MapTool]
  /// The four directions.
  let directions: [MapTool]
  let card: MapCard?
  let status: [String]
  let isLive: Bool
  let statusAddress: String
  let trouble: TroubleNote?
  let outlinesCredit: String
  let credit: CreditNote
}

/// A way to move the map without dragging it.
struct MapTool: Sendable, Hashable {
  /// What the script does instead of following the link.
  let move: String
  let sign: String
  let title: String
  let address: String
}

/// A place that is open on the map.
struct MapCard: Sendable, Hashable {
  let title: String
  let subtitle: String?
  /// The degrees and minutes.
  let place: String
  let latitude: String
  let longitude: String
  /// The record's page.
  let address: String
  /// The place on OpenStreetMap.
  let streetMap: String
  /// Others in the very same place: "and 12 more in this place".
  let others: String?
  let neighbours: [Frame.Link]
  /// The map without the card.
  let closing: String
}
