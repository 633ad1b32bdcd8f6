import AlmanacSandbox

extension FaultTable {
  /// What is wrong with an answer as a whole.
  static let shapes: [FaultRow] = [
    FaultRow(
      name: "a web page instead of JSON", faults: [.html],
      told: "a web page titled “Synthetic” came instead of records", requests: 1),
    FaultRow(
      name: "a web page instead of CSV", scene: .table, faults: [.html],
      told: "a web page titled “Synthetic” came instead of records", requests: 1),
    FaultRow(
      name: "`success: false` with status 200", faults: [.wrongShape],
      told: "the server refuses: This API has been retired", requests: 1),
    FaultRow(
      name: "no bytes at all", faults: [.spoilt(.empty)], told: "the answer is empty", requests: 1),
    FaultRow(
      name: "JSON that ends in the middle", faults: [.cut(percent: 60)],
      told: "the answer breaks off after 24630 bytes", requests: 1),
    FaultRow(
      name: "CSV that ends in the middle", scene: .table, faults: [.cut(percent: 60)],
      told: "the answer breaks off after 22 bytes", requests: 1),
    FaultRow(
      name: "an empty list", faults: [.shrunken(percent: 0)],
      told: "the answer has no record that can be kept, and the copy has 120: nothing is replaced",
      requests: 1),
    FaultRow(
      name: "far fewer records", faults: [.shrunken(percent: 50)],
      told: "the answer keeps only 60 of the copy's 120 records", again: .person, requests: 1),
    FaultRow(
      name: "pages that repeat", scene: .pages, faults: [.repeatedPages],
      told: "the answer keeps only 5 of the copy's 12 records", again: .person, requests: 2),
    FaultRow(
      name: "an offset that is ignored", scene: .pages, faults: [.ignoredOffset],
      told: "the answer keeps only 5 of the copy's 12 records", again: .person, requests: 2),
    FaultRow(
      name: "another encoding, UTF-16", faults: [.spoilt(.utf16)],
      told: "the answer should be text in UTF-8, but is text in UTF-16", requests: 1),
    FaultRow(
      name: "bytes that are not UTF-8", faults: [.spoilt(.invalidUTF8)],
      told: "the answer should be text in UTF-8, but is in another encoding (byte 26)", requests: 1),
    FaultRow(
      name: "a byte order mark", faults: [.spoilt(.mark)], told: "", kept: .applied("+0 ~1 -0"),
      again: .due, requests: 1),
    FaultRow(
      name: "another Content-Type", faults: [.headers(["Content-Type": "text/html"])], told: "",
      kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
    FaultRow(
      name: "absurd dates in the headers",
      faults: [
        .headers([
          "Date": "Fri, 31 Dec 9999 23:59:59 GMT", "Last-Modified": "Thu, 01 Jan 1970 00:00:00 GMT",
          "Expires": "soon",
        ])
      ], told: "", kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
    FaultRow(
      name: "an absurd Age",
      faults: [
        .headers(["Age": "99999999999999999999", "Cache-Control": "max-age=31536000, immutable"])
      ], told: "", kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
  ]

  /// What is wrong with the records.
  static let records: [FaultRow] = [
    FaultRow(
      name: "the key has another name", faults: [.renamed("id", to: "number")],
      told: "120 of 120 records cannot be kept: no key. The key should stand under id", requests: 1),
    FaultRow(
      name: "the key is null", faults: [.nulled("id")],
      told: "120 of 120 records cannot be kept: no key. The key should stand under id", requests: 1),
    FaultRow(
      name: "every record twice", faults: [.doubled], told: "120 set aside: key repeats",
      kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
    FaultRow(
      name: "every other record is null", faults: [.nullRows],
      told: "the answer keeps only 60 of the copy's 120 records", again: .person, requests: 1),
    FaultRow(
      name: "a field has another name", faults: [.renamed("hits", to: "visits")],
      told: "The source may have renamed hits to visits, and the earlier values stay: if it did, "
        + "declare from: [hits, visits].",
      kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
    FaultRow(
      name: "a field is gone", faults: [.dropped("hits")],
      told: "The source no longer sends hits, whose earlier values stay: correct its path in the "
        + "dataset file, or remove the field.", kept: .applied("+0 ~1 -0"),
      again: .due, requests: 1),
    FaultRow(
      name: "a field is null everywhere", faults: [.nulled("hits")],
      told: "The source now sends hits without a value in every record: the earlier values are in "
        + "the history of changes.", kept: .applied("+0 ~120 -0"), again: .due, requests: 1),
    FaultRow(
      name: "a field has another type", faults: [.retyped("city")],
      told: "No value of city has the declared type: correct the type in the dataset file.",
      kept: .applied("unchanged"), again: .due, requests: 1),
    FaultRow(
      name: "lists nested 2,000 deep", faults: [.nested("hits")],
      told: "the answer should be records, but is JSON nested more than 512 levels deep",
      requests: 1),
    FaultRow(
      name: "a number of 10,000 digits", faults: [.digits("hits")],
      told: "No value of hits has the declared type: correct the type in the dataset file.",
      kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
    FaultRow(
      name: "a portal that renames a column", scene: .portal,
      faults: [.renamed("mass", to: "weight")],
      told: "The source may have renamed mass to weight, and the earlier values stay: if it did, "
        + "declare from: [mass, weight].",
      kept: .applied("+0 ~1 -0"), again: .due, requests: 1),
  ]
}
