/// The page on which two records are chosen and their distance is told.
struct DistancePage: Sendable, Hashable {
  let title: String
  let dataset: Frame.Link
  /// The address of the form, without parameters.
  let address: String
  /// The dataset's id, for the script that finds records while one types.
  let of: String
  let from: End
  let to: End
  /// The same page with both ends changed over; nothing where none is chosen.
  let swap: String?
  /// The unit to send along, where it was asked for in the address.
  let unitAsked: String?
  let units: UnitControl
  let result: Result?
  /// The line and both ends; nothing where no distance is known.
  let map: MapFigure?
  /// What is to be known about the chosen ends: that one is gone, or its place is not known.
  let notes: [String]
  /// The copy's age and other notes.
  let status: [String]
  /// Whether records arrive by themselves.
  let isLive: Bool
  let statusAddress: String
  let trouble: TroubleNote?
  let credit: CreditNote

  /// One end of the distance, as the form shows it.
  struct End: Sendable, Hashable {
    /// The parameter of its key.
    let name: String
    /// The parameter of what was typed.
    let textName: String
    let label: String
    let hint: String
    /// The key of the chosen record; empty where none is chosen.
    let id: String
    /// The name of the chosen record, or what was typed.
    let text: String
    /// The page of the chosen record.
    let page: String?
    /// Where it is.
    let place: String?
    /// That nothing of this name is there.
    let nothing: String?
    /// That one is to be chosen among several.
    let choose: String?
    let candidates: [Candidate]
  }

  /// A record that may be meant.
  struct Candidate: Sendable, Hashable {
    let name: String
    let about: String
    /// This page with the record chosen.
    let choice: String
  }

  /// The distance in words.
  struct Result: Sendable, Hashable {
    /// Both names.
    let sentence: String
    /// The distance in the unit that the person prefers.
    let distance: String
    let facts: [Fact]
  }

  /// One more thing about the distance.
  struct Fact: Sendable, Hashable {
    let term: String
    let value: String
  }
}

/// The choice between kilometres and miles.
struct UnitControl: Sendable, Hashable {
  /// Where the form is sent.
  let action: String
  /// The page to return to.
  let back: String
  let choices: [Choice]

  /// One unit.
  struct Choice: Sendable, Hashable {
    let value: String
    let name: String
    let isChosen: Bool
  }
}
