import AlmanacCore
public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
import AlmanacStorage
import Foundation

/// The body of a JSON answer about a distance.
///
/// `{"dataset","version","from":{"id","title","location","gone"},"to":…,"metres","kilometres","miles",
/// "initial_bearing","final_bearing","line":[[LATITUDE,LONGITUDE],…],"credit"}`; what is not known is
/// null, and `gone` stands only where a record is.
public struct DistanceJSON {
  private let dataset: Dataset
  private let credit: Credit

  /// A writer for a dataset, with whom to thank.
  public init(dataset: Dataset, credit: Credit) {
    self.dataset = dataset
    self.credit = credit
  }

  /// The body.
  public func bytes(_ distance: Distance) -> [UInt8] {
    var bytes: [UInt8] = []
    add("{\"dataset\":\"\(dataset.id)\",\"version\":", &bytes)
    JSONBytes.append(distance.version, to: &bytes)
    add(",\"from\":", &bytes)
    add(distance.from, &bytes)
    add(",\"to\":", &bytes)
    add(distance.to, &bytes)
    let metres = distance.line?.distance
    add("metres", metres, &bytes)
    add("kilometres", metres.map { DistanceUnit.kilometres.number(metres: $0) }, &bytes)
    add("miles", metres.map { DistanceUnit.miles.number(metres: $0) }, &bytes)
    add("initial_bearing", distance.initialBearing, &bytes)
    add("final_bearing", distance.finalBearing, &bytes)
    add(",\"line\":[", &bytes)
    for (index, place) in distance.places.enumerated() { add(place, index, &bytes) }
    add("],\"credit\":", &bytes)
    CreditJSON.append(credit, to: &bytes)
    add("}", &bytes)
    return bytes
  }

  /// Appends an end: its key, title and place, and since when it is gone.
  func add(_ end: DistanceEnd, _ bytes: inout [UInt8]) {
    add("{\"id\":", &bytes)
    switch end.record.id {
    case .integer(let number): JSONBytes.append(number, to: &bytes)
    case .text(let text): JSONBytes.append(text, to: &bytes)
    }
    add(",\"title\":", &bytes)
    JSONBytes.append(dataset.plainTitle(of: end.record), to: &bytes)
    add(",\"location\":", &bytes)
    JSONBytes.append(end.place.map(Value.point) ?? .absent, of: .point, to: &bytes)
    if let since = end.goneSince { add(",\"gone\":\"\(since.formatted(.iso8601))\"", &bytes) }
    add("}", &bytes)
  }

  private func add(_ place: Coordinate, _ index: Int, _ bytes: inout [UInt8]) {
    add(index > 0 ? ",[" : "[", &bytes)
    JSONBytes.append(place.latitude, to: &bytes)
    add(",", &bytes)
    JSONBytes.append(place.longitude, to: &bytes)
    add("]", &bytes)
  }

  private func add(_ name: String, _ number: Double?, _ bytes: inout [UInt8]) {
    add(",\"\(name)\":", &bytes)
    if let number { JSONBytes.append(number, to: &bytes) } else { add("null", &bytes) }
  }

  private func add(_ text: String, _ bytes: inout [UInt8]) {
    bytes.append(contentsOf: text.utf8)
  }
}

extension Dataset {
  /// The name of a record where no language is spoken: its title field as it is, else its key.
  public func plainTitle(of record: Record) -> String {
    guard let index = index(of: list.title) else { return record.id.description }
    return switch record.values[index] {
    case .text(let text): text.utf8.count <= 2_000 ? text : text.prefix(1_000) + "…"
    case .integer(let number): String(number)
    case .number(let number): number.description
    case .list(let texts): texts.prefix(50).joined(separator: ", ")
    default: record.id.description
    }
  }
}
