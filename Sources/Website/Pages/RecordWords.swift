import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine

/// Records in a few words, as pages about several of them name them.
struct RecordWords {
  let dataset: Dataset
  let words: Catalogue
  private let text: ValueText

  init(dataset: Dataset, words: Catalogue) {
    self.dataset = dataset
    self.words = words
    text = ValueText(words: words)
  }

  /// The name of a record.
  func name(_ record: Record) -> String { EntryMarkup.title(of: record, in: dataset, text) }

  /// What stands below the name: "Kraków, Polska".
  func about(_ record: Record) -> String {
    let parts = dataset.list.subtitle.compactMap { name -> String? in
      guard let index = dataset.index(of: name) else { return nil }
      return text.text(of: record, index, in: dataset)
    }
    return parts.joined(separator: words.say("list.separator"))
  }

  /// Where a record is measured from; nothing where that is not known.
  func place(_ record: Record) -> Point? { dataset.measuredPlace(of: record) }

  /// What is to be known about the end of a distance: that it is gone, or its place is not known.
  func notes(_ end: DistanceEnd) -> [String] {
    let name = name(end.record)
    var notes: [String] = []
    if let since = end.goneSince, let day = DateText.timestamp(since)?.date {
      let values = ["name": name, "day": DateText(words: words).day(day)]
      notes.append(words.say(end.place == nil ? "distance.gone" : "distance.gone_place", values))
    }
    if end.place == nil { notes.append(words.say("distance.no_place", ["name": name])) }
    return notes
  }
}
