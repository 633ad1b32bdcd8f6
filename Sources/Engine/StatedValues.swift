import AlmanacCore
package import AlmanacDeclarations
package import Foundation

// What the engine finds, stated in code: for pages that show every state of a component.

extension DatasetStatus {
  /// States an untroubled copy of the upstream; whoever needs another changes it.
  package init(stating dataset: Dataset, count: Int, checked: Date, next: Date?) {
    self.init(
      dataset: dataset.id, count: count, origin: .upstream, copyDate: checked,
      lastSuccess: checked, lastAttempt: checked, nextCheck: next, isSyncing: false, trouble: nil,
      setAside: [], drift: [], stream: nil, version: "1-1", bytesOnDisk: 0, credit: dataset.credit)
  }
}

extension DistanceEnd {
  /// States an end of a distance.
  package init(stating record: Record, at place: Point?, goneSince: Date? = nil) {
    self.init(record: record, place: place, goneSince: goneSince)
  }
}

extension Distance {
  /// Measures between two ends that are stated.
  package init(stating from: DistanceEnd, to end: DistanceEnd) {
    self = LiveTable.distance("1-1", from, end)
  }
}

extension Near {
  /// States what is near a place.
  package init(stating rows: [(record: Record, distance: Double, bearing: Double?)]) {
    self.init(
      version: "1-1", total: rows.count,
      rows: rows.map {
        NearRecord(record: $0.record, distance: $0.distance, bearing: $0.bearing)
      })
  }
}

extension GoneRecord {
  /// States that a record is gone.
  package init(stating record: Record, since: Date) {
    self.init(record: record, json: [], since: since, sync: 1)
  }
}

extension Found {
  /// States what a search found; each record by one text.
  package init(
    stating dataset: Dataset, total: Int, rows: [(record: Record, mark: FoundMark)],
    suggestion: String? = nil
  ) {
    self.init(
      dataset: dataset.id, version: "1-1", total: total, isAtLeast: false, isPartial: false,
      rows: rows.map { FoundRecord(record: $0.record, tier: .prefix, marks: [$0.mark]) },
      suggestion: suggestion, credit: dataset.credit)
  }
}

extension FoundMark {
  /// States by which part of a text a record was found.
  package init(stating part: Range<Int>, of text: String, in field: String) {
    self.init(field: field, index: 0, text: text, ranges: [part])
  }
}

extension PlacesOfQuery {
  /// States the places of records.
  package init(stating places: [(id: RecordID, point: Point)], of total: Int) {
    self.init(
      version: "1-1", total: total, places: places.map { RecordPlace(id: $0.id, point: $0.point) })
  }
}

extension NearParameters {
  /// States that nothing is asked.
  package init() {}
}
