import AlmanacDeclarations
import GRDBSQLite

extension RowReader {
  /// Appends the current row as a GeoJSON feature (RFC 7946), longitude first.
  ///
  /// An unknown place is a null geometry (section 3.2); the other fields are its properties.
  func appendFeature(_ keys: JSONKeys, geometry field: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"type\":\"Feature\",\"id\":".utf8)
    appendJSONKey(to: &bytes)
    bytes.append(contentsOf: ",\"geometry\":".utf8)
    appendGeometry(at: Int32(1 + columns.position(of: field)), to: &bytes)
    bytes.append(contentsOf: ",\"properties\":{".utf8)
    var index: Int32 = 1
    var isFirst = true
    for (position, column) in columns.columns.enumerated() {
      defer { index += column.type == .point ? 2 : 1 }
      if position == field { continue }
      bytes.append(contentsOf: isFirst ? keys.fields[position][1...] : keys.fields[position][...])
      appendJSON(column, at: index, to: &bytes)
      isFirst = false
    }
    bytes.append(contentsOf: [0x7D, 0x7D])
  }

  private func appendGeometry(at index: Int32, to bytes: inout [UInt8]) {
    if isNull(index) { return bytes.append(contentsOf: JSONKeys.null) }
    bytes.append(contentsOf: "{\"type\":\"Point\",\"coordinates\":[".utf8)
    JSONBytes.append(sqlite3_column_double(handle, index + 1), to: &bytes)
    bytes.append(0x2C)
    JSONBytes.append(sqlite3_column_double(handle, index), to: &bytes)
    bytes.append(contentsOf: [0x5D, 0x7D])
  }
}
