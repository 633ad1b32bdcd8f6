import AlmanacDeclarations
import AlmanacEngine
import Foundation

extension PatternsPageMaker {
  /// Pages of records, there and gone.
  var records: [PatternsPage.Pattern] {
    [
      pattern(
        "record",
        [
          state("usual", "record", record(samples.whole)),
          state("bare", "record", record(samples.bare)),
          state("failed", "record", record(samples.double, failed)),
          state("long", "record", record(samples.long)),
        ]), pattern("gone", [state("usual", "gone", gone)]),
      pattern(
        "changes", [state("usual", "changes", changes), state("empty", "changes", unchanged)]),
    ]
  }

  private var failed: DatasetStatus {
    samples.status(samples.places) { $0.trouble = PatternSamples.trouble(.failed) }
  }

  private func record(_ record: Record, _ status: DatasetStatus? = nil) -> RecordPage {
    let dataset = samples.places
    return RecordPageMaker(
      dataset: dataset, record: record, status: status ?? samples.status(dataset),
      neighbours: (previous: samples.whole, next: samples.long),
      history: (count: 3, last: now - 86_400), words: words, now: now, acts: true,
      credit: dataset.credit, picture: picture(record),
      map: website.figure(of: record, in: dataset, words)
    ).page()
  }

  private var gone: GonePage {
    GonePage(
      record(samples.double), GoneRecord(stating: samples.double, since: now - 86_400),
      of: samples.places, words: words)
  }

  private var unchanged: ChangesPage { changes(ChangesWindow(syncs: [], changes: [], next: nil)) }

  private var changes: ChangesPage {
    let line = SyncLine(
      number: 2, kind: .full, ended: now.timeIntervalSince1970, inserted: 1, changed: 1,
      deleted: 1, total: 250)
    var other = samples.double
    other.values = other.values.map { $0 == .number(783_562) ? .number(783_356) : $0 }
    return changes(
      ChangesWindow(
        syncs: [line],
        changes: [
          change(3, .changed, samples.double, from: other, to: samples.double),
          change(2, .inserted, samples.long, from: nil, to: samples.long),
          change(1, .deleted, samples.bare, from: samples.bare, to: nil),
        ], next: 1))
  }

  private func change(
    _ sequence: Int64, _ kind: Change.Kind, _ record: Record, from old: Record?, to new: Record?
  ) -> Change {
    Change(sequence: sequence, sync: 2, id: record.id, kind: kind, old: old, new: new)
  }

  private func changes(_ window: ChangesWindow) -> ChangesPage {
    ChangesPageMaker(
      dataset: samples.places, query: ChangesQuery(), window: window,
      status: samples.status(samples.places), credit: samples.places.credit, words: words,
      now: now, acts: true
    ).page()
  }
}
