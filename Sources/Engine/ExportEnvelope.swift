import AlmanacDeclarations
import AlmanacStorage
import Foundation

/// What stands around the rows of a JSON or GeoJSON export.
///
/// The number of rows comes last: an export without it was cut short.
struct ExportEnvelope {
  let export: TableExport

  init(_ export: TableExport) { self.export = export }

  /// The bytes up to the list's bracket.
  func beginning(of list: String, type: String? = nil) -> [UInt8] {
    var bytes = Array("{".utf8)
    if let type { bytes += Array("\"type\":\"\(type)\",".utf8) }
    append("dataset", export.dataset.id, to: &bytes)
    bytes.append(0x2C)
    append("title", export.dataset.title.text(in: "en"), to: &bytes)
    bytes.append(0x2C)
    append("version", export.version, to: &bytes)
    append(date: export.snapshot.state.copyDate, "copy_of", to: &bytes)
    append(date: export.date, "exported", to: &bytes)
    bytes += Array(",\n\"credit\":".utf8)
    CreditJSON.append(export.credit, to: &bytes)
    return bytes + Array(",\n\"\(list)\":[".utf8)
  }

  /// The bytes from the list's closing bracket on.
  func end(count: Int) -> [UInt8] { Array("\n],\n\"count\":\(count)}\n".utf8) }

  private func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
    bytes += Array("\"\(name)\":".utf8)
    JSONBytes.append(value, to: &bytes)
  }

  private func append(date: Date?, _ name: String, to bytes: inout [UInt8]) {
    guard let date else { return }
    bytes.append(0x2C)
    append(name, date.formatted(.iso8601), to: &bytes)
  }
}
