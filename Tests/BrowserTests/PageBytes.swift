@testable import AlmanacBrowser

/// Bytes as `core.js` writes them.
struct PageBytes {
  private(set) var bytes: [UInt8] = []

  mutating func byte(_ number: UInt8) { bytes.append(number) }

  mutating func word(_ number: Int) { append(Int32(number)) }

  mutating func whole(_ number: Int64) { append(number) }

  mutating func number(_ number: Double) { append(number.bitPattern) }

  mutating func text(_ text: String) {
    word(text.utf8.count)
    bytes += Array(text.utf8)
  }

  mutating func words(_ numbers: [Int]) {
    word(numbers.count)
    for number in numbers { word(number) }
  }

  private mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

/// A row of peaks, whose order is by height, the highest first, then by name.
struct Peak {
  var id: Int64
  var name: String?
  var height: Int64?
  var climbed: String?
  var lands: [String] = []
  var place: (Double, Double)?

  /// The schema of a table of peaks, as a page writes it.
  static func schema(sections: Int = -1) -> [UInt8] {
    var page = PageBytes()
    page.word(1)
    page.text("root")
    page.word(5)
    for type in ["text", "integer", "date", "list", "point"] { page.text(type) }
    page.words([3, 0])  // searched: lands, then name
    page.word(2)
    for number in [1, 1, 0, 0] { page.word(number) }  // sorted: -height, name
    page.word(sections)
    page.word(4)
    return page.bytes
  }

  /// Rows as a page writes them.
  static func rows(_ peaks: [Peak]) -> [UInt8] {
    var page = PageBytes()
    page.word(peaks.count)
    for peak in peaks { peak.write(to: &page) }
    return page.bytes
  }

  private func write(to page: inout PageBytes) {
    page.whole(id)
    page.byte(name == nil ? 0 : 1)
    if let name { page.text(name) }
    page.byte(height == nil ? 0 : 1)
    if let height { page.whole(height) }
    page.byte(climbed == nil ? 0 : 1)
    if let climbed { page.text(climbed) }
    page.byte(lands.isEmpty ? 0 : 1)
    if !lands.isEmpty { page.word(lands.count) }
    for land in lands { page.text(land) }
    page.byte(place == nil ? 0 : 1)
    if let place {
      page.number(place.0)
      page.number(place.1)
    }
  }
}

extension KeptTable {
  /// A finished table of peaks; nothing where it cannot be made.
  static func peaks(_ peaks: [Peak], sections: Int = -1) -> KeptTable? {
    let schema = Peak.schema(sections: sections).withUnsafeBytes { KeptSchema($0) }
    guard let schema else { return nil }
    var table = KeptTable(schema)
    guard Peak.rows(peaks).withUnsafeBytes({ table.add($0) }) else { return nil }
    table.finish(using: NativeMath.self)
    return table
  }

  /// The public keys of rows.
  func ids(_ rows: [Int32]) -> [Int64] { rows.map { keys.wholes[Int($0)] } }
}
