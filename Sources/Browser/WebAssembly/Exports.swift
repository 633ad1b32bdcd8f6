import AlmanacCore

/// A table that a page holds by its address.
private final class HeldTable {
  var table: KeptTable

  init(_ table: KeptTable) { self.table = table }
}

private func held(_ table: UnsafeRawPointer) -> HeldTable {
  Unmanaged<HeldTable>.fromOpaque(table).takeUnretainedValue()
}

/// Puts an answer where the page finds it: its length in a word, then its bytes.
///
/// The page frees it.
private func answer(_ writer: ByteWriter) -> UnsafeMutableRawPointer {
  let count = writer.bytes.count
  let answer = UnsafeMutableRawPointer.allocate(byteCount: count + 4, alignment: 16)
  answer.storeBytes(of: UInt32(count), as: UInt32.self)
  writer.bytes.withUnsafeBytes { bytes in
    if let start = bytes.baseAddress { (answer + 4).copyMemory(from: start, byteCount: count) }
  }
  return answer
}

private func bytes(_ start: UnsafeRawPointer, _ count: Int) -> UnsafeRawBufferPointer {
  UnsafeRawBufferPointer(start: start, count: count)
}

@_expose(wasm, "table_open")
@_cdecl("table_open")
func openTable(_ start: UnsafeRawPointer, _ count: Int) -> UnsafeRawPointer? {
  KeptSchema(bytes(start, count)).map {
    UnsafeRawPointer(Unmanaged.passRetained(HeldTable(KeptTable($0))).toOpaque())
  }
}

@_expose(wasm, "table_release")
@_cdecl("table_release")
func releaseTable(_ table: UnsafeRawPointer) {
  Unmanaged<HeldTable>.fromOpaque(table).release()
}

@_expose(wasm, "table_add")
@_cdecl("table_add")
func addRows(_ table: UnsafeRawPointer, _ start: UnsafeRawPointer, _ count: Int) -> Int32 {
  held(table).table.add(bytes(start, count)) ? 1 : 0
}

@_expose(wasm, "table_finish")
@_cdecl("table_finish")
func finishTable(_ table: UnsafeRawPointer) {
  held(table).table.finish(using: HostMath.self)
}

@_expose(wasm, "table_order")
@_cdecl("table_order")
func orderTable(
  _ table: UnsafeRawPointer, _ start: UnsafeRawPointer, _ count: Int
) -> UnsafeMutableRawPointer? {
  var reader = ByteReader(bytes(start, count))
  let held = held(table)
  guard let collation = Collation(&reader),
    let terms = KeptTerm.terms(&reader, among: held.table.columns.count)
  else { return nil }
  var writer = ByteWriter()
  let own = held.table.schema.sort
  writer.append(words: held.table.order(terms.isEmpty ? own : terms, collation))
  return answer(writer)
}

@_expose(wasm, "table_find")
@_cdecl("table_find")
func findRows(
  _ table: UnsafeRawPointer, _ start: UnsafeRawPointer, _ count: Int, _ offset: Int, _ limit: Int
) -> UnsafeMutableRawPointer {
  var writer = ByteWriter()
  held(table).table.find(
    Array(bytes(start, count)), offset: max(offset, 0), limit: max(limit, 0), to: &writer)
  return answer(writer)
}

@_expose(wasm, "table_marks")
@_cdecl("table_marks")
func markRow(
  _ table: UnsafeRawPointer, _ row: Int, _ start: UnsafeRawPointer, _ count: Int, _ tier: Int
) -> UnsafeMutableRawPointer? {
  let held = held(table)
  guard let tier = SearchTier(rawValue: tier), row >= 0, row < held.table.count else { return nil }
  var writer = ByteWriter()
  held.table.marks(of: row, Array(bytes(start, count)), tier, to: &writer)
  return answer(writer)
}

@_expose(wasm, "table_filter")
@_cdecl("table_filter")
func filterRows(
  _ table: UnsafeRawPointer, _ start: UnsafeRawPointer, _ count: Int
) -> UnsafeMutableRawPointer? {
  var reader = ByteReader(bytes(start, count))
  let held = held(table)
  guard let conditions = KeptCondition.conditions(&reader, held.table.schema),
    let rows = reader.words()
  else { return nil }
  var writer = ByteWriter()
  writer.append(words: held.table.rows(rows, meeting: conditions))
  return answer(writer)
}

@_expose(wasm, "table_nearest")
@_cdecl("table_nearest")
func nearestRows(
  _ table: UnsafeRawPointer, _ latitude: Double, _ longitude: Double, _ limit: Int,
  _ radius: Double
) -> UnsafeMutableRawPointer? {
  guard let place = Coordinate(latitude: latitude, longitude: longitude) else { return nil }
  var writer = ByteWriter()
  held(table).table.nearest(
    to: place, limit: max(limit, 0), within: radius, using: HostMath.self, to: &writer)
  return answer(writer)
}

@_expose(wasm, "geodesic")
@_cdecl("geodesic")
func measure(
  _ latitude: Double, _ longitude: Double, _ latitude2: Double, _ longitude2: Double
) -> UnsafeMutableRawPointer? {
  guard let start = Coordinate(latitude: latitude, longitude: longitude),
    let end = Coordinate(latitude: latitude2, longitude: longitude2)
  else { return nil }
  let line = Geodesic(from: start, to: end, using: HostMath.self)
  var writer = ByteWriter()
  writer.append(line.distance)
  writer.append(line.initialBearing ?? .nan)
  writer.append(line.finalBearing ?? .nan)
  return answer(writer)
}

@_expose(wasm, "geodesic_line")
@_cdecl("geodesic_line")
func drawLine(
  _ latitude: Double, _ longitude: Double, _ latitude2: Double, _ longitude2: Double,
  _ step: Double, _ limit: Int
) -> UnsafeMutableRawPointer? {
  guard let start = Coordinate(latitude: latitude, longitude: longitude),
    let end = Coordinate(latitude: latitude2, longitude: longitude2), step > 0, limit >= 2
  else { return nil }
  let line = Geodesic(from: start, to: end, using: HostMath.self)
  let places = line.places(
    from: start, to: end, every: step, atMost: limit, using: HostMath.self)
  var writer = ByteWriter()
  writer.append(word: places.count)
  for place in places {
    writer.append(place.latitude)
    writer.append(place.longitude)
  }
  return answer(writer)
}
