import AlmanacDeclarations
import AlmanacDecoding
import AlmanacStorage
import Foundation

/// Fills a store that was never filled from the copy that ships with the dataset.
struct SnapshotImport {
  let store: Store
  let snapshot: Snapshot
  let now: Date

  /// What a snapshot file says of itself.
  private struct Head: Decodable {
    let made: String
  }

  /// Reads the snapshot as if it came from an upstream in Almanac's own shape.
  ///
  /// - Returns: What was written; nothing where other records than an earlier snapshot's are there.
  func run() async throws -> ApplyOutcome {
    let data = try Data(contentsOf: URL(filePath: snapshot.file))
    let made = try JSONDecoder().decode(Head.self, from: data).made
    let decoder = RecordDecoder(dataset: Self.plain(store.dataset))
    try await store.beginStaging()
    let page = try await store.stage { add in
      try decoder.decode(data) { record in
        var record = record
        record.extra = nil
        try add(record)
      }
    }
    var state = try store.state()
    if state.origin != .snapshot {
      let repair = state.repair
      state = SyncState()
      state.repair = repair
    }
    state.origin = .snapshot
    state.copyDate = try Date(made, strategy: .iso8601.year().month().day())
    state.setAside = page.setAside.map(SetAsideEntry.init)
    return try await store.apply(
      .snapshot, setAside: state.setAside ?? [], aside: AsideAnswer(isNews: false, page: page),
      state: state, at: now)
  }

  /// The dataset as its snapshot is written: fields under their own names.
  private static func plain(_ dataset: Dataset) -> Dataset {
    var plain = dataset
    plain.source = Source(kind: .json, url: "")
    plain.source.records = FieldPath("rows")
    plain.key.from = [FieldPath("id")]
    for index in plain.fields.indices {
      plain.fields[index].from = [FieldPath(plain.fields[index].name)]
      plain.fields[index].place = nil
    }
    return plain
  }
}
