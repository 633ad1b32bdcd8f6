import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// The made-up datasets and records of which `/patterns` is made.
struct PatternSamples: Sendable {
  /// A list of names with sections, pictures and places.
  let places: Dataset
  /// A table that goes on by itself.
  let deals: Dataset
  /// The moment at which everything on the page takes place: Saturday, 21 November 2026, 14:05 UTC.
  static let now = Date(timeIntervalSince1970: 1_795_269_900)

  /// Reads the declarations beside the program.
  ///
  /// No dataset can be called as the page is, so that their links lead nowhere else.
  init(_ share: Share) throws {
    places = try Self.read("places", share)
    deals = try Self.read("deals", share)
  }

  private static func read(_ name: String, _ share: Share) throws -> Dataset {
    let file = share.folder.appending(path: "patterns/\(name).yaml")
    do {
      var dataset = try DatasetFolder.read(file)
      dataset.id = "patterns"
      return dataset
    } catch {
      throw ShareProblem.unreadable(file, error)
    }
  }

  /// An untroubled copy, changed as a state needs it.
  func status(
    _ dataset: Dataset, count: Int = 250, _ change: (inout DatasetStatus) -> Void = { _ in }
  ) -> DatasetStatus {
    var status = DatasetStatus(
      stating: dataset, count: count, checked: Self.now - 28_380, next: Self.now + 58_020)
    status.bytesOnDisk = 214_000_000
    change(&status)
    return status
  }

  /// A failed check.
  static func trouble(
    _ kind: Trouble.Kind, _ what: String = "example.org did not answer", again: Date? = now + 3300
  ) -> Trouble {
    Trouble(kind: kind, what: what, since: now - 300, nextAttempt: again)
  }
}

extension PatternSamples {
  /// Records of two sections, one of which belongs to both, in the order of the list.
  var listed: [Record] { [whole, double, other, bare] }

  /// A record that has everything.
  var whole: Record {
    place(
      "PL", "Poland", parts: ["Europe"], at: (52.25, 21),
      [
        "flag": .text("https://example.org/pl.svg"), "capitals": .list(["Warsaw"]),
        "population": .integer(37_392_000), "area": .number(312_685),
        "currencies": .currencies([Currency(code: "PLN", name: "Polish złoty", symbol: "zł")]),
        "timezones": .list(["UTC+01:00"]), "size": .text("small"),
      ])
  }

  /// A record of two sections.
  var double: Record {
    place(
      "TR", "Türkiye", parts: ["Europe", "Asia"], at: (39.93, 32.87),
      [
        "capitals": .list(["Ankara"]), "population": .integer(85_372_000),
        "area": .number(783_562), "timezones": .list(["UTC+03:00"]), "size": .text("large"),
      ])
  }

  /// A record of the section that the one before belongs to as well.
  var other: Record {
    place(
      "JP", "Japan", parts: ["Asia"], at: (35.68, 139.75),
      [
        "capitals": .list(["Tokyo"]), "population": .integer(123_802_000),
        "area": .number(377_930),
      ])
  }

  /// A record that has next to nothing.
  var bare: Record { place("AQ", "Antarctica", parts: ["Antarctica"], at: nil, [:]) }

  /// A record whose every text is longer than there is room for.
  var long: Record {
    let currencies = ["AAA", "BBB", "CCC"].map {
      Currency(code: $0, name: "Convertible dinar of the monetary union (\($0))", symbol: $0)
    }
    return place(
      "LONG-KEY-1", "The United and Indivisible Commonwealth of Llanfairpwllgwyngyllgogerychwyrn",
      parts: ["Europe"], at: (-77.85, 166.67),
      [
        "capitals": .list([
          "Krung Thep Maha Nakhon", "Taumatawhakatangihangakoauauotamateapokaiwhenuakitanatahu",
        ]), "population": .integer(1_425_893_465), "area": .number(17_098_246),
        "currencies": .currencies(currencies),
        "timezones": .list((1...11).map { "UTC+\($0 < 10 ? "0" : "")\($0):00" }),
      ])
  }

  private func place(
    _ key: String, _ name: String, parts: [String], at place: (Double, Double)?,
    _ more: [String: Value]
  ) -> Record {
    var values = more.merging(["name": .text(name), "parts": .list(parts)]) { $1 }
    let point = place.flatMap { Point(latitude: $0.0, longitude: $0.1) }
    values["place"] = point.map { .point($0) }
    return Record(id: .text(key), values: places.fields.map { values[$0.name] ?? .absent })
  }

  /// Deals, the newest first.
  var traded: [Record] {
    let rows = [("EUR/USD_SPOT", 64.25, "buy"), ("GBP/USD_TOM", 61.07, "sell")]
    return (0..<6).map { index in
      let row = rows[index % 2]
      return deal(
        index, row.0, price: row.1 + Double(index) / 100, amount: Double(41_250_000 - index),
        row.2)
    }
  }

  /// A deal with more digits and letters than there is room for.
  var longDeal: Record {
    deal(9, "EUROPEAN-UNION/UNITED-STATES_SPOT_NEXT", price: 1_234_567.891, amount: 9e12, "sell")
  }

  private func deal(
    _ index: Int, _ instrument: String, price: Double, amount: Double, _ side: String
  ) -> Record {
    let milliseconds = Int64(Self.now.timeIntervalSince1970 * 1000) - Int64(index) * 317
    return Record(
      id: .integer(Int64(1000 - index)),
      values: [
        .integer(milliseconds), .text(instrument), .number(price), .number(amount), .text(side),
      ])
  }
}

extension PatternSamples {
  /// The sections of rows that come in the dataset's own order.
  func sections(of rows: [Record], in dataset: Dataset, _ query: TableQuery) -> ListSections {
    let index = dataset.list.sections.flatMap { dataset.index(of: $0) }
    guard let index, query.isBySection(in: dataset) else { return .none("1-1") }
    let names = rows.map { record -> [String] in
      if case .list(let names) = record.values[index] { names } else { [] }
    }
    let firsts = names.compactMap(\.first)
    let sections = Array(Set(firsts)).sorted().map { name in
      let others = zip(rows, names).filter { $1.dropFirst().contains(name) }.map(\.0)
      return SectionCount(
        name: name, count: firsts.count { $0 == name }, offset: firsts.firstIndex(of: name) ?? 0,
        others: others, otherCount: others.count)
    }
    return ListSections(version: "1-1", sections: sections)
  }
}
