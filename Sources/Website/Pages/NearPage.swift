/// The page of the records nearest to a place or to a record.
struct NearPage: Sendable, Hashable {
  let title: String
  let dataset: Frame.Link
  /// The address of the form, without parameters.
  let address: String
  /// What the script says that asks where the device is.
  let phrases: String
  /// How many there are within the radius; nothing where nothing is asked yet.
  let count: String?
  /// Near what.
  let summary: String?
  /// The page of the record that is asked about.
  let about: String?
  /// The key of the record that is asked about.
  let id: String?
  let latitude: String
  let longitude: String
  let radii: [Radius]
  /// What is to be known about the record: that it is gone, or its place is not known.
  let notes: [String]
  /// The place and what is near it.
  let map: MapFigure?
  /// Whether something was asked and nothing found.
  let isNothing: Bool
  let rows: [Row]
  /// The way to more of them.
  let more: Frame.Link?
  let units: UnitControl
  /// The copy's age and other notes.
  let status: [String]
  /// Whether records arrive by themselves.
  let isLive: Bool
  let statusAddress: String
  let trouble: TroubleNote?
  let credit: CreditNote

  /// A record near the place.
  struct Row: Sendable, Hashable {
    let name: String
    let about: String
    let page: String
    /// How far it is.
    let away: String
    /// In which direction it lies.
    let bearing: String?
  }

  /// How far to look.
  struct Radius: Sendable, Hashable {
    /// In metres; empty for any distance.
    let value: String
    let name: String
    let isChosen: Bool
  }
}
