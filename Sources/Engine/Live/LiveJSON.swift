public import AlmanacDeclarations
public import struct AlmanacDeclarations.Record
import AlmanacCore
import AlmanacStorage

/// Writes steps of a dataset's live windows as JSON.
///
/// `{"dataset","version","total","offset","rows":[ROW,…]}` and
/// `{"version","since","total","offset","above","below","remove":[ID,…],"insert":[{"at","arrived","row"},…]}`,
/// where a row is the object that lists answer with, or `{"id","html"}`.
public struct LiveJSON: Sendable {
  private let dataset: Dataset
  private let names: [[UInt8]]
  private let html: (@Sendable (Record) -> [UInt8])?

  /// A writer of rows as objects, or as pieces of HTML where it is said how they are made.
  public init(dataset: Dataset, html: (@Sendable (Record) -> [UInt8])? = nil) {
    self.dataset = dataset
    self.html = html
    names = dataset.fields.map { Array(",\"\($0.name)\":".utf8) }
  }

  /// The whole window.
  public func window(_ window: Window) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(window.rows.count * 256)
    add("{\"dataset\":\"\(dataset.id)\",\"version\":", &bytes)
    JSONBytes.append(window.version, to: &bytes)
    add(",\"total\":\(window.total),\"offset\":\(window.offset),\"rows\":[", &bytes)
    addList(window.rows, &bytes) { add($0, &$1) }
    add("]}", &bytes)
    return bytes
  }

  /// What changed; nothing for a first window, before which there was none.
  public func change(_ step: LiveStep) -> [UInt8]? {
    guard let since = step.since else { return nil }
    var bytes: [UInt8] = []
    add("{\"version\":", &bytes)
    JSONBytes.append(step.window.version, to: &bytes)
    add(",\"since\":", &bytes)
    JSONBytes.append(since, to: &bytes)
    add(",\"total\":\(step.window.total),\"offset\":\(step.window.offset)", &bytes)
    add(",\"above\":\(step.above),\"below\":\(step.below),\"remove\":[", &bytes)
    addList(step.change.removals, &bytes) { add($0, &$1) }
    add("],\"insert\":[", &bytes)
    addList(step.change.insertions, &bytes) { insertion, bytes in
      add("{\"at\":\(insertion.place),", &bytes)
      if step.touched.contains(insertion.row.id) { add("\"arrived\":true,", &bytes) }
      add("\"row\":", &bytes)
      add(insertion.row, &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    add("]}", &bytes)
    return bytes
  }

  /// A record as lists answer with it.
  func row(_ record: Record) -> [UInt8] {
    var bytes: [UInt8] = []
    append(record, to: &bytes)
    return bytes
  }

  /// Appends a record as lists answer with it.
  public func append(_ record: Record, to bytes: inout [UInt8]) { add(record, &bytes) }

  private func add(_ record: Record, _ bytes: inout [UInt8]) {
    add("{\"id\":", &bytes)
    add(record.id, &bytes)
    if let html {
      add(",\"html\":", &bytes)
      html(record).withUnsafeBufferPointer { JSONBytes.append(utf8: $0, to: &bytes) }
    } else {
      for (index, value) in record.values.enumerated() {
        bytes.append(contentsOf: names[index])
        JSONBytes.append(value, of: dataset.fields[index].type, to: &bytes)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private func add(_ id: RecordID, _ bytes: inout [UInt8]) {
    switch id {
    case .integer(let number): JSONBytes.append(number, to: &bytes)
    case .text(let text): JSONBytes.append(text, to: &bytes)
    }
  }

  private func addList<Element>(
    _ list: [Element], _ bytes: inout [UInt8], _ add: (Element, inout [UInt8]) -> Void
  ) {
    for (index, element) in list.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      add(element, &bytes)
    }
  }

  private func add(_ text: String, _ bytes: inout [UInt8]) {
    bytes.append(contentsOf: text.utf8)
  }
}
