import AlmanacDeclarations

/// The ways to what is measured between a dataset's places; none where it has no places.
enum MeasureLinks {
  /// The ways from a list.
  static func all(_ dataset: Dataset, _ words: Catalogue) -> [Frame.Link] {
    links(
      dataset,
      [
        (words.say("distance.title"), Address.distance(dataset.id)),
        (words.say("near.title"), Address.near(dataset.id)),
      ])
  }

  /// The ways from a record.
  static func all(from id: RecordID, _ dataset: Dataset, _ words: Catalogue) -> [Frame.Link] {
    links(
      dataset,
      [
        (words.say("distance.from_here"), Address.distance(dataset.id, from: id)),
        (words.say("near.from_here"), Address.near(dataset.id, id)),
      ])
  }

  private static func links(
    _ dataset: Dataset, _ all: [(title: String, address: String)]
  ) -> [Frame.Link] {
    guard dataset.measure != nil else { return [] }
    return all.map { Frame.Link(title: $0.title, address: $0.address, isCurrent: false) }
  }
}
