import AlmanacCore
import AlmanacDeclarations
import AlmanacStorage
import Foundation

/// The body of a JSON answer about what syncs changed.
///
/// `{"dataset","syncs":[…],"changes":[{"sequence","sync","id","kind","fields":{NAME:{"old","new"}}}],
/// "next","drift":[{"code","field","what","since"}],"held","credit"}`; only fields that differ are
/// told.
struct ChangesJSON {
  let dataset: Dataset
  let page: ChangesWindow
  let credit: Credit
  /// What is known of the dataset now.
  let status: DatasetStatus?

  func bytes(next address: String?) -> [UInt8] {
    var bytes: [UInt8] = []
    append("{\"dataset\":\"\(dataset.id)\",\"syncs\":[", &bytes)
    for (index, line) in page.syncs.enumerated() {
      if index > 0 { append(",", &bytes) }
      append(line, &bytes)
    }
    append("],\"changes\":[", &bytes)
    for (index, change) in page.changes.enumerated() {
      if index > 0 { append(",", &bytes) }
      append(change, &bytes)
    }
    append("],\"before\":\(page.next.map(String.init) ?? "null"),\"next\":", &bytes)
    if let address { JSONBytes.append(address, to: &bytes) } else { append("null", &bytes) }
    append(",\"drift\":[", &bytes)
    for (index, note) in (status?.drift ?? []).enumerated() {
      if index > 0 { append(",", &bytes) }
      append(note, &bytes)
    }
    append("],\"held\":", &bytes)
    appendHeld(&bytes)
    append(",\"credit\":", &bytes)
    CreditJSON.append(credit, to: &bytes)
    append("}", &bytes)
    return bytes
  }

  private func append(_ text: String, _ bytes: inout [UInt8]) {
    bytes.append(contentsOf: text.utf8)
  }

  private func append(_ note: DriftNote, _ bytes: inout [UInt8]) {
    append("{\"code\":\"\(note.drift.code)\",\"field\":", &bytes)
    if let field = note.drift.field {
      JSONBytes.append(field, to: &bytes)
    } else {
      append("null", &bytes)
    }
    append(",\"what\":", &bytes)
    JSONBytes.append(note.what, to: &bytes)
    append(",\"since\":", &bytes)
    append(note.since, &bytes)
    append("}", &bytes)
  }

  /// What the brake holds, and the command that lets it through.
  private func appendHeld(_ bytes: inout [UInt8]) {
    guard let status, let trouble = status.trouble, let command = status.acceptCommand else {
      return append("null", &bytes)
    }
    append("{\"what\":", &bytes)
    JSONBytes.append(trouble.what, to: &bytes)
    append(",\"since\":", &bytes)
    append(trouble.since, &bytes)
    append(",\"next\":", &bytes)
    JSONBytes.append(command, to: &bytes)
    append("}", &bytes)
  }

  private func append(_ date: Date, _ bytes: inout [UInt8]) {
    let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) ?? 0
    JSONBytes.append(milliseconds: milliseconds, isInstant: true, to: &bytes)
  }

  private func append(_ line: SyncLine, _ bytes: inout [UInt8]) {
    append("{\"number\":\(line.number),\"kind\":\"\(line.kind.rawValue)\",\"ended\":", &bytes)
    JSONBytes.append(
      milliseconds: Int64(clamped: line.ended * 1000), isInstant: true, to: &bytes)
    append(
      ",\"inserted\":\(line.inserted),\"changed\":\(line.changed),\"deleted\":\(line.deleted)"
        + ",\"total\":\(line.total)}", &bytes)
  }

  private func append(_ change: Change, _ bytes: inout [UInt8]) {
    append("{\"sequence\":\(change.sequence),\"sync\":\(change.sync),\"id\":", &bytes)
    switch change.id {
    case .integer(let number): JSONBytes.append(number, to: &bytes)
    case .text(let text): JSONBytes.append(text, to: &bytes)
    }
    append(",\"kind\":\"\(change.kind.rawValue)\",\"fields\":{", &bytes)
    for (index, difference) in change.fields.enumerated() {
      let field = dataset.fields[difference.index]
      append("\(index > 0 ? "," : "")\"\(field.name)\":{\"old\":", &bytes)
      JSONBytes.append(difference.old, of: field.type, to: &bytes)
      append(",\"new\":", &bytes)
      JSONBytes.append(difference.new, of: field.type, to: &bytes)
      append("}", &bytes)
    }
    append("}", &bytes)
    if change.isBeyondDeclaration {
      append(",\"undeclared\":{\"old\":\(change.old?.extra ?? "null"),", &bytes)
      append("\"new\":\(change.new?.extra ?? "null")}", &bytes)
    }
    append("}", &bytes)
  }
}
