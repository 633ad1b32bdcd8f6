import AlmanacCore
public import AlmanacDeclarations
import AlmanacStorage

/// The body of a JSON answer about what is near.
///
/// `{"dataset","version","place":{"latitude","longitude"},"from":{"id","title","location","gone"},
/// "radius","total","rows":[{"metres","bearing","record":{…}},…],"credit"}`; `from` stands only where
/// a record is asked about, and the radius of any distance is null.
public struct NearJSON {
  private let dataset: Dataset
  private let credit: Credit

  /// A writer for a dataset, with whom to thank.
  public init(dataset: Dataset, credit: Credit) {
    self.dataset = dataset
    self.credit = credit
  }

  /// The body.
  ///
  /// - Parameter end: The record that is asked about.
  public func bytes(_ near: Near, _ query: NearQuery, from end: DistanceEnd? = nil) -> [UInt8] {
    let (rows, ends) = (LiveJSON(dataset: dataset), DistanceJSON(dataset: dataset, credit: credit))
    var bytes: [UInt8] = []
    add("{\"dataset\":\"\(dataset.id)\",\"version\":", &bytes)
    JSONBytes.append(near.version, to: &bytes)
    add(",\"place\":{\"latitude\":", &bytes)
    JSONBytes.append(query.place.latitude, to: &bytes)
    add(",\"longitude\":", &bytes)
    JSONBytes.append(query.place.longitude, to: &bytes)
    if let end {
      add("},\"from\":", &bytes)
      ends.add(end, &bytes)
    } else {
      add("}", &bytes)
    }
    add(",\"radius\":", &bytes)
    add(query.radius, &bytes)
    add(",\"total\":\(near.total),\"rows\":[", &bytes)
    for (index, row) in near.rows.enumerated() {
      add(index > 0 ? ",{\"metres\":" : "{\"metres\":", &bytes)
      add(row.distance, &bytes)
      add(",\"bearing\":", &bytes)
      add(row.bearing, &bytes)
      add(",\"record\":", &bytes)
      bytes += rows.row(row.record)
      add("}", &bytes)
    }
    add("],\"credit\":", &bytes)
    CreditJSON.append(credit, to: &bytes)
    add("}", &bytes)
    return bytes
  }

  private func add(_ number: Double?, _ bytes: inout [UInt8]) {
    if let number { JSONBytes.append(number, to: &bytes) } else { add("null", &bytes) }
  }

  private func add(_ text: String, _ bytes: inout [UInt8]) {
    bytes.append(contentsOf: text.utf8)
  }
}
