import AlmanacDeclarations
import AlmanacStorage

/// The sections of a list as a member of a JSON object:
/// `"sections":[{"name","count","offset","see_also":[{"id","title"}],"see_also_count"}]`.
struct SectionsJSON {
  let dataset: Dataset
  let sections: [SectionCount]

  /// Appends the member, with a comma before it.
  func append(to bytes: inout [UInt8]) {
    write(",\"sections\":[", &bytes)
    for (place, section) in sections.enumerated() {
      if place > 0 { bytes.append(0x2C) }
      append(section, to: &bytes)
    }
    bytes.append(0x5D)
  }

  private func append(_ section: SectionCount, to bytes: inout [UInt8]) {
    write("{\"name\":", &bytes)
    if let name = section.name { JSONBytes.append(name, to: &bytes) } else { write("null", &bytes) }
    write(",\"count\":\(section.count),\"offset\":\(section.offset)", &bytes)
    if !section.others.isEmpty { appendOthers(section, to: &bytes) }
    bytes.append(0x7D)
  }

  private func appendOthers(_ section: SectionCount, to bytes: inout [UInt8]) {
    write(",\"see_also\":[", &bytes)
    for (place, record) in section.others.enumerated() {
      write(place > 0 ? ",{\"id\":" : "{\"id\":", &bytes)
      switch record.id {
      case .integer(let number): write("\(number)", &bytes)
      case .text(let text): JSONBytes.append(text, to: &bytes)
      }
      write(",\"title\":", &bytes)
      JSONBytes.append(title(of: record), to: &bytes)
      bytes.append(0x7D)
    }
    write("],\"see_also_count\":\(section.otherCount)", &bytes)
  }

  private func title(of record: Record) -> String {
    guard let index = dataset.index(of: dataset.list.title),
      case .text(let title) = record.values[index]
    else { return record.id.description }
    return title
  }

  private func write(_ text: String, _ bytes: inout [UInt8]) {
    bytes.append(contentsOf: text.utf8)
  }
}
