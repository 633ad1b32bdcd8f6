import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// A dataset's list: everything its page says and links to.
struct ListPage: Sendable, Hashable {
  let title: String
  let summary: String?
  /// The address of the list without any query.
  let address: String
  /// Where the status is asked again when a person returns to the page.
  let statusAddress: String
  let count: String
  let isLive: Bool
  /// The copy's age, the next check and other notes.
  let status: [String]
  let trouble: TroubleNote?
  /// What the source changed in its fields.
  let drift: [String]
  /// Where its fields never fitted the declaration.
  let mismatches: [String]
  /// How many records could not be kept, leading to their list.
  let setAside: Frame.Link?
  /// Whether the dataset can be searched.
  let hasSearch: Bool
  /// What is searched for now.
  let search: String
  /// What an empty search box shows: "Search Meteorites".
  let searchHint: String
  let views: [Frame.Link]
  /// The same records on the map; nothing where no place is measured.
  let map: String?
  /// What can be measured between the records: the ways to distance and nearness.
  let measures: [Frame.Link]
  let legend: [LegendItem]
  let filters: [FilterControl]
  let chips: [FilterChip]
  /// Query parameters that the form sends along.
  let kept: [HiddenInput]
  let sorts: [SortOption]
  let sections: [SectionLink]
  let heads: [ColumnHead]
  /// Whether rows stand in a table; a list of names otherwise.
  let isTable: Bool
  /// The rows, written by the row writer.
  let rows: String
  /// Whether there are rows on this page.
  let hasRows: Bool
  /// Whether nothing was found by the search or the filters.
  let isNothingFound: Bool
  /// What may have been meant instead.
  let suggestion: Frame.Link?
  /// Whether the copy itself is empty.
  let isCopyEmpty: Bool
  /// The pane beside a list of names; nothing for a table.
  let atlas: AtlasPane?
  /// Whether the first copy is on its way.
  let isFilling: Bool
  /// What the table needs to stay live; nothing for a list of names.
  let live: LiveNote?
  let pager: Pager
  let exports: ExportNote
  /// What the last sync changed, leading to all that syncs changed.
  let history: Frame.Link?
  /// The button by which somebody asks to be told when it changes.
  let watch: WatchNote?
  /// The button by which somebody keeps it on the device; nothing where it cannot be kept.
  let keep: KeepNote?
  let credit: CreditNote

  /// A jump to a section of the page, with its count.
  struct SectionLink: Sendable, Hashable {
    let title: String
    let count: String
    let address: String
  }

  /// A mark explained, as a link to the rows that bear it.
  struct LegendItem: Sendable, Hashable {
    let title: String
    let address: String
    let isCurrent: Bool
    let tone: String
    /// The arrow of a direction; a disc is drawn where there is none.
    let sign: String?
  }
}
