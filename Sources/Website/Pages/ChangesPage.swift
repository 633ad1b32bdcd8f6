import AlmanacDeclarations
import AlmanacEngine

/// The page of what syncs changed, the newest first.
struct ChangesPage: Sendable, Hashable {
  let title: String
  let dataset: Frame.Link
  /// The record whose changes are told, where they are only one record's.
  let record: Frame.Link?
  /// All, new, changed, gone.
  let kinds: [Frame.Link]
  /// The conditions that can be taken off.
  let chips: [FilterChip]
  /// How the source changed its fields.
  let drift: [String]
  let groups: [Group]
  let feed: String
  /// The way to older changes.
  let older: String?
  /// The way back to the newest.
  let newest: String?
  /// The copy's age and other notes.
  let status: [String]
  let isLive: Bool
  let statusAddress: String
  let trouble: TroubleNote?
  let credit: CreditNote

  /// What one sync changed.
  struct Group: Sendable, Hashable {
    let anchor: String
    let moment: String
    let address: String
    let counts: String
    /// What else there is to say of the sync.
    let note: String?
    let changes: [Entry]
  }

  /// What a sync did to one record.
  struct Entry: Sendable, Hashable {
    let title: String
    let address: String
    let kind: String
    let tone: String
    let subtitle: String?
    let differences: [Difference]
  }

  /// A field with its value before and after; nothing where there was or is none.
  struct Difference: Sendable, Hashable {
    let title: String
    let old: String?
    let new: String?
  }
}
