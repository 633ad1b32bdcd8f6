import AlmanacDeclarations
@testable import AlmanacDecoding

/// Everything that came of one answer.
struct Decoded: Equatable {
  var records: [Record] = []
  var page: DecodedPage?
  var failure: DecodingFailure?

  init(_ answer: some Collection<UInt8>, _ decoder: RecordDecoder) {
    do {
      page = try decoder.decode(answer) { records.append($0) }
    } catch let error as DecodingFailure {
      failure = error
    } catch {
      require(false, "only decoding fails, not \(error)")
    }
  }
}

/// Checks what holds for every answer, sound or not.
///
/// The costly checks take turns, as the bytes decide; short inputs get them all.
func checkDecoding(_ bytes: Bytes, with subject: Subject) {
  let decoder = subject.decoder
  let decoded = Decoded(bytes, decoder)
  for record in decoded.records { checkRecord(record, of: decoder.dataset) }
  if let page = decoded.page { checkCounts(page, decoded.records) }
  let mix = bytes.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
  for turn in 0..<4 where turn == mix & 3 || bytes.count < 48 {
    switch turn {
    case 0: checkKeys(bytes, with: decoder, against: decoded)
    case 1:
      let copied = Decoded(bytes.lazy.map { $0 }, decoder)
      require(decoded == copied, "the same bytes give the same records")
    case 2: if decoded.page != nil { checkSnapshot(of: decoded.records, subject) }
    default: if decoded.page != nil { checkCut(bytes, at: mix >> 2, with: decoder) }
    }
  }
}

/// A request for the keys alone tells of the same records.
private func checkKeys(_ bytes: Bytes, with decoder: RecordDecoder, against decoded: Decoded) {
  var ids: [RecordID] = []
  var run = DecodingRun()
  do {
    let page = try decoder.decodeKeys(bytes, in: &run) { ids.append($0) }
    require(decoded.failure == nil, "keys are read only where records are")
    require(page.setAside == decoded.page?.setAside, "keys are set aside as records are")
    require(page.cursor == decoded.page?.cursor, "the cursor of keys is that of records")
  } catch {
    require(error as? DecodingFailure == decoded.failure, "keys fail as records do: \(error)")
  }
  require(ids == decoded.records.map(\.id), "keys are those of the records")
  require(run.count == Set(ids).count, "a run knows each key once")
  require(ids.allSatisfy(run.contains), "a run knows every key")
}

/// A record has a value for each field, and what is beyond them is JSON with its keys in order.
private func checkRecord(_ record: Record, of dataset: Dataset) {
  require(record.values.count == dataset.fields.count, "every field has a value")
  if case .text(let id) = record.id { require(!id.isEmpty, "a key is not empty") }
  for case .number(let number) in record.values { require(number.isFinite, "numbers are finite") }
  guard let extra = record.extra else { return }
  let tree = JSONModel.read(Array(extra.utf8))
  guard case .object(let members)? = tree else {
    return require(false, "what is beyond the fields is a JSON object: \(extra)")
  }
  let keys = members.map(\.key)
  require(!keys.isEmpty, "an empty object is nothing")
  require(
    zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) || hasRepair($0) },
    "the keys of the rest are in order, each once: \(extra)")
}

/// Whether a key holds what was no UTF-8, so that its bytes are no longer those it was sorted by.
private func hasRepair(_ key: [UInt8]) -> Bool {
  String(decoding: key, as: UTF8.self).unicodeScalars.contains("\u{FFFD}")
}

/// The counts of a page add up.
private func checkCounts(_ page: DecodedPage, _ records: [Record]) {
  require(page.records == records.count, "every record handed over is counted")
  let repeats = page.setAside.filter { $0.reason == .keyRepeats }.reduce(0) { $0 + $1.count }
  require(page.duplicates == repeats, "every repeat is set aside")
  require(page.setAside.allSatisfy { $0.count > 0 && $0.position > 0 }, "positions begin with 1")
  require((page.firstID == nil) == (page.lastID == nil), "a first record has a last")
  require(Set(records.map(\.id)).count == records.count, "no key comes twice")
  for use in page.drift.fields {
    require(use.illTyped <= use.present, "an ill-typed value is a value: \(use)")
    require(use.present <= use.seen, "a value stands under a path: \(use)")
    require(use.seen <= records.count, "a field is seen once in a record: \(use)")
  }
}

/// Records written in the shape of a snapshot are read as the same records.
private func checkSnapshot(of records: [Record], _ subject: Subject) {
  let writable = records.filter { $0.values.allSatisfy(SnapshotModel.canWrite) }
  let text = SnapshotModel.text(of: writable, subject.decoder.dataset)
  let again = Decoded(text, subject.ofSnapshots)
  let shown = { String(decoding: text, as: UTF8.self) }
  require(again.failure == nil, "a snapshot can be read: \(shown())")
  require(again.records.map(\.id) == writable.map(\.id), "a snapshot keeps keys: \(shown())")
  require(
    again.records.map(\.values) == writable.map(\.values), "a snapshot keeps values: \(shown())")
}

/// An answer that is cut in the middle is never taken for a whole one; a table may be.
private func checkCut(_ bytes: Bytes, at place: Int, with decoder: RecordDecoder) {
  guard decoder.dataset.source.kind != .csv else { return }
  guard let last = bytes.lastIndex(where: { $0 > 0x20 }) else { return }
  let cut = place % (last + 1)
  require(Decoded(Array(bytes[..<cut]), decoder).failure != nil, "an answer cut at \(cut) fails")
}

/// One of the datasets with paths through objects and lists.
func checkPaths(_ bytes: Bytes) {
  var choices = Choices(bytes)
  switch choices.byte() {
  case UInt8(ascii: "p"): checkDecoding(choices.rest, with: Sample.paged)
  case UInt8(ascii: "s"): checkDecoding(choices.rest, with: Sample.single)
  default: checkDecoding(choices.rest, with: Sample.nested)
  }
}
