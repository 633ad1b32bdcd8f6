public import AlmanacDeclarations

extension RecordDecoder {
  /// Makes a decoder of the copies that ship with a dataset, whatever its source sends.
  ///
  /// A snapshot is `{"rows": [{"id": …, field: value, …}]}`, the shape in which Almanac itself gives a list:
  /// the key is `id`, and each field stands under its own name.
  public init(snapshotOf dataset: Dataset) {
    var snapshot = dataset
    snapshot.source = Source(kind: .json, url: dataset.source.url)
    snapshot.source.records = FieldPath("rows")
    snapshot.key.from = [FieldPath("id")]
    snapshot.refresh.cursor = nil
    for index in snapshot.fields.indices {
      snapshot.fields[index].from = [FieldPath(snapshot.fields[index].name)]
      snapshot.fields[index].place = nil
    }
    self.init(dataset: snapshot)
  }
}
