public import AlmanacDeclarations
import AlmanacStorage

/// The body of a JSON answer around its rows.
struct WindowJSON {
  let dataset: String
  let version: String
  let total: Int
  /// Whether more may match; told of searches.
  let isTotalAtLeast: Bool?
  let offset: Int
  /// The sections of the whole list; nothing where its order is across them.
  let sections: SectionsJSON?
  let credit: Credit

  func bytes(around rows: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.count + 400)
    append("{\"dataset\":", &bytes)
    JSONBytes.append(dataset, to: &bytes)
    append(",\"version\":", &bytes)
    JSONBytes.append(version, to: &bytes)
    append(",\"total\":\(total)", &bytes)
    if let isTotalAtLeast { append(",\"total_at_least\":\(isTotalAtLeast)", &bytes) }
    append(",\"offset\":\(offset),\"rows\":[", &bytes)
    bytes.append(contentsOf: rows)
    append("]", &bytes)
    sections?.append(to: &bytes)
    append(",\"credit\":", &bytes)
    CreditJSON.append(credit, to: &bytes)
    append("}", &bytes)
    return bytes
  }

  private func append(_ text: String, _ bytes: inout [UInt8]) {
    bytes.append(contentsOf: text.utf8)
  }
}

/// A credit as a JSON object: `{"text","homepage","licence"}`.
public enum CreditJSON {
  /// Appends a credit.
  public static func append(_ credit: Credit, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"text\":".utf8)
    JSONBytes.append(credit.text, to: &bytes)
    if let homepage = credit.homepage {
      bytes.append(contentsOf: ",\"homepage\":".utf8)
      JSONBytes.append(homepage, to: &bytes)
    }
    bytes.append(contentsOf: ",\"licence\":".utf8)
    JSONBytes.append(credit.licence, to: &bytes)
    bytes.append(0x7D)
  }
}
