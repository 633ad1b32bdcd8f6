import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import AlmanacWebsite
import ArgumentParser
import Foundation

/// Tells how far two records are from each other.
struct DistanceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "distance",
    abstract: said("Tell how far two records are from each other."),
    discussion: said(
      """
      almanac distance stations "Kraków Główny" "Gdynia Główna"

      A record is named by its key or by its name, blind to case and diacritics. Where several fit,
      they are listed and nothing is measured (exit code 2).
      """))

  @OptionGroup var places: Places

  @Argument(help: .said("The dataset."))
  var dataset: String

  @Argument(help: .said("The key or the name of the record where it begins."))
  var from: String

  @Argument(help: .said("The key or the name of the record where it ends."))
  var to: String

  @OptionGroup var units: UnitOptions

  @Flag(help: .said("Print JSON."))
  var json = false

  func run() async throws {
    let table = try await Access(places).reader().measured(dataset)
    let start = try await table.meant(by: from)
    let end = try await table.meant(by: to)
    guard let distance = try await table.distance(from: start, to: end) else {
      throw Failure("One of the records went while it was read. Ask again.")
    }
    if json {
      let writer = DistanceJSON(dataset: table.dataset, credit: table.currentCredit)
      Output.bytes(writer.bytes(distance) + [0x0A])
    } else {
      try show(distance, table)
    }
  }

  private static func degrees(_ angle: Double) -> String {
    Speech.numbers.decimal(angle, decimals: 1) + "°"
  }

  private func show(_ distance: Distance, _ table: LiveTable) throws {
    let text = RecordText(dataset: table.dataset)
    for end in [distance.from, distance.to] {
      if let since = end.goneSince {
        let day = since.formatted(.iso8601.year().month().day())
        let gone: Message = "\(text.name(end.record)) is gone from \(dataset) since \(day)."
        let measured: Message? =
          end.place == nil ? nil : "What is measured is its last known place."
        Output.warn(said(gone.followed(by: measured)))
      }
    }
    guard let line = distance.line else {
      let lost = [distance.from, distance.to].filter { $0.place == nil }.map(\.record)
      let names = lost.map(text.name).joined(separator: ", ")
      throw Failure("No place is known of: \(names).")
    }
    let names = "\(text.name(distance.from.record)) – \(text.name(distance.to.record))"
    Output.line("\(names): \(units.unit.text(line.distance))")
    if let initial = distance.initialBearing, let final = distance.finalBearing {
      let (out, home) = (Self.degrees(initial), Self.degrees(final))
      Output.line(said("sets out towards \(out), arrives towards \(home)"))
    }
    Output.line(table.currentCredit.told)
  }
}

extension DistanceUnit {
  /// A distance to the thousandth: "486.213 km".
  func text(_ metres: Double) -> String {
    let number = Speech.numbers.decimal(number(metres: metres), decimals: 3)
    return switch self {
    case .kilometres: said("\(number) km")
    case .miles: said("\(number) mi")
    }
  }
}

/// Records as the command line names them.
struct RecordText {
  let dataset: Dataset

  /// The name of a record.
  func name(_ record: Record) -> String { dataset.plainTitle(of: record) }

  /// What stands below the name: "Kraków, Polska".
  func about(_ record: Record) -> String {
    let parts = dataset.list.subtitle.compactMap { name in
      dataset.index(of: name).map { PlainText.text(record.values[$0], dataset.fields[$0]) }
    }
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension Library {
  /// A table by its dataset's id, where distances are measured between its records.
  func measured(_ id: String) throws -> LiveTable {
    let table = try found(id)
    guard table.measuredField != nil else {
      let others = datasets.filter { $0.measure != nil }.map(\.id).joined(separator: ", ")
      throw misuse(
        "\(id) does not say where its records are. Datasets with places: \(others).")
    }
    return table
  }
}

extension LiveTable {
  /// The record that is meant by a key or a name, be it gone or not.
  ///
  /// - Throws: where several fit, after it listed them.
  func meant(by text: String) async throws -> RecordID {
    switch try await record(named: text) {
    case .one(let id): return id
    case .none(let suggestion):
      if let id = id(from: text), try gone(id) != nil { return id }
      let hint = suggestion.map { "Did you mean \"\($0)\"?" as Message }
      throw Failure(Message("Nothing in \(dataset.id) is called \"\(text)\".").followed(by: hint))
    case .several(let records, let isAll):
      let names = RecordText(dataset: dataset)
      let rows = records.map { ["  " + $0.id.description, names.name($0), names.about($0)] }
      Output.warn(
        isAll
          ? said("Several records fit \"\(text)\". Say the key of one:")
          : said("Many records fit \"\(text)\". Say the key of one:"))
      TextTable(rows: rows).lines.forEach(Output.warn)
      throw ExitCode(2)
    }
  }
}
