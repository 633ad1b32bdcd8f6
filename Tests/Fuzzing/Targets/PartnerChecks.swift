@testable import AlmanacDeclarations
@testable import AlmanacDecoding

/// Partners of records, many or one, and the records that they complete.
func checkPartners(_ bytes: Bytes) {
  var choices = Choices(bytes)
  let isMany = choices.byte() == UInt8(ascii: "m")
  let parts = choices.rest.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
  let subject = isMany ? Sample.withMany : Sample.withOne
  let dataset = subject.decoder.dataset
  var table = PartnerTable(dataset.source.joins[0], of: dataset)
  do {
    try table.add(Array(parts[0]))
    checkTexts(of: table, dataset)
  } catch {
    require(error is DecodingFailure, "only decoding fails, not \(error)")
  }
  let decoder = RecordDecoder(dataset: dataset, partners: [table, table])
  let joined = Subject(decoder: decoder, ofSnapshots: subject.ofSnapshots)
  checkDecoding(Bytes(rebasing: parts.last ?? parts[0]), with: joined)
}

/// Every partner is one JSON value, and adding them one record at a time gives the same table.
private func checkTexts(of table: PartnerTable, _ dataset: Dataset) {
  var again = PartnerTable(table.join, of: dataset)
  for (id, ranges) in table.ranges {
    let texts = table.partners(of: id)
    require(texts.count == ranges.count && !texts.isEmpty, "a record's partners are counted")
    for range in ranges {
      let text = Array(table.bytes[range])
      require(JSONModel.read(text) != nil, "a partner is JSON: \(text)")
      guard table.join.take == nil else { continue }
      do { try again.add(text, for: id) } catch { require(false, "a partner is one: \(error)") }
    }
  }
  guard table.join.take == nil else { return }
  require(table.count == again.count, "partners are the same one by one")
}

extension Sample {
  static let withMany = Subject(joined(takingMany: true))
  static let withOne = Subject(joined(takingMany: false))

  /// A dataset whose records are completed by a second resource.
  private static func joined(takingMany isMany: Bool) -> Dataset {
    var made = dataset(
      .json, [Field(name: "keywords", type: .list)] + everyType,
      key: Key(from: [FieldPath("id")], isInteger: true))
    made.source.joins = [
      Join(
        name: "keywords", url: "https://example.org/partners", records: nil, on: FieldPath("of"),
        take: isMany ? FieldPath("take") : nil)
    ]
    return made
  }
}
