import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// Rows of text in columns as wide as their widest cell.
struct TextTable {
  var rows: [[String]]
  /// Which columns are set flush right.
  var right: Set<Int> = []

  /// The lines of the table.
  var lines: [String] {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, text in
        let space = String(repeating: " ", count: widths[column] - text.count)
        return right.contains(column) ? space + text : text + space
      }
      return cells.joined(separator: "  ").replacing(/\ +$/, with: "")
    }
  }
}

/// Values as the command line shows them.
enum PlainText {
  /// A value as it is kept, or its measure in units.
  static func text(_ value: Value, _ field: Field, in units: UnitSystem? = nil) -> String {
    if let measure = units.flatMap({ MeasureText(units: $0).text(value, field) }) { return measure }
    return switch value {
    case .absent: ""
    case .integer(let number): integer(number, field.type)
    case .number(let number): self.number(number, field)
    case .text(let text): text
    case .point(let point): "\(point.latitude), \(point.longitude)"
    case .list(let texts): texts.joined(separator: ", ")
    case .currencies(let currencies): currencies.map(\.code).joined(separator: ", ")
    }
  }

  private static func integer(_ number: Int64, _ type: FieldType) -> String {
    switch type {
    case .boolean: number == 1 ? said("yes") : said("no")
    case .date: CivilDate(daysSinceEpoch: Int(number)).map { text($0.iso) } ?? ""
    case .timestamp, .datetime:
      Timestamp(millisecondsSinceEpoch: number).map { text($0.iso) } ?? ""
    default: "\(number)"
    }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func number(_ number: Double, _ field: Field) -> String {
    if let decimals = field.decimals, number.magnitude < 1e15 {
      return String(format: "%.\(min(max(decimals, 0), 15))f", number)
    }
    return Int64(exactly: number).map(String.init) ?? "\(number)"
  }
}
