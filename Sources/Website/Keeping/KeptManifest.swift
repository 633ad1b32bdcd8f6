import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// What a device needs to answer for a dataset in the server's stead, besides the rows.
struct KeptManifest {
  let copy: KeptCopy
  let version: String
  let count: Int
  /// The bytes of some rows, and how many rows they are, to guess those of all.
  let sample: (bytes: Int, rows: Int)
  let status: DatasetStatus
  let credit: Credit
  /// The addresses of the files that pages are rendered with.
  let files: [String: Any]
  /// The list in each order that is offered, by what the order is called in addresses.
  let lists: [String: PageModel]
  /// The pages that show all records at once, by name.
  let pages: [String: PageModel]
  /// The page of the made-up record.
  let record: (page: RecordPage, frame: Frame)
  /// The dataset's part of the table of contents, and its place there.
  let home: (entry: HomePage.Entry, place: Int)?

  private var dataset: Dataset { copy.dataset }
  private var declaration: KeptDeclaration { copy.declaration }

  /// The manifest as JSON.
  var bytes: [UInt8] {
    TemplateJSON.bytes(facts.merging(looks) { first, _ in first })
  }

  /// What the copy is.
  private var facts: [String: Any] {
    let place: Any = dataset.measure == nil ? Self.none : Address.mapJSON(dataset.id, TableQuery())
    return [
      "dataset": dataset.id, "version": version, "language": copy.words.language,
      "units": copy.words.units.rawValue, "title": dataset.title.text(in: copy.words.language),
      "address": Address.list(dataset.id), "count": count, "rows_a_part": KeptCopy.rowsOfPart,
      "parts": copy.parts(version, count: count), "bytes_about": bytesAbout,
      "pictures": dataset.list.image == nil ? 0 : count, "map": place,
      "copied_at": KeptDeclaration.known(status.copyDate?.ISO8601Format()),
      "credit": thanks, "files": files,
      "core": declaration.core, "declaration": declaration.value,
    ]
  }

  private var thanks: [String: Any] {
    var thanks = ["text": credit.text, "licence": credit.licence]
    thanks["homepage"] = credit.homepage
    return thanks
  }

  /// How its pages look.
  private var looks: [String: Any] {
    let isBySection = dataset.sectionField != nil
    return [
      "list": [
        "isTable": !dataset.list.columns.isEmpty, "unfold": dataset.unfolds,
        "sections": KeptDeclaration.known(dataset.sectionField),
        "isShownWhole": isBySection ? TableQuery.largestLimit : 0,
      ] as [String: Any],
      "lists": lists.mapValues { ["model": $0.model, "frame": $0.frame] },
      "pages": Dictionary(
        uniqueKeysWithValues: ["map", "distance", "near"].map { name in
          (name, KeptDeclaration.known(pages[name]?.value))
        }),
      "record": common,
      "home": KeptDeclaration.known(home.map { TemplateValue.dictionary($0.entry) }),
      "place": KeptDeclaration.known(home?.place),
    ]
  }

  private var common: [String: Any] {
    let kept = KeptRecord(dataset: dataset)
    return [
      "model": kept.common(record.page), "frame": TemplateValue.dictionary(record.frame),
      "facts": kept.facts(copy.words), "marks": KeptRecord.marks,
    ]
  }

  private var bytesAbout: Int { sample.rows == 0 ? 0 : sample.bytes * count / sample.rows }

  private static let none = TemplateValue.Nothing()
}
