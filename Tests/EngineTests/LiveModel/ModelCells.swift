import AlmanacDeclarations
import AlmanacStorage

@testable import AlmanacEngine

/// Gives a record to memory as the store does, cell by cell.
enum ModelCells {
  static func load(_ key: Int64, _ record: Record, into held: inout LiveHeld) -> Bool {
    let values = held.layout.cells.map { record.values[$0.field] }
    let texts = values.map { value -> [UInt8] in
      if case .text(let text) = value { Array(text.utf8) } else { [] }
    }
    let bytes = texts.flatMap { $0 }
    return bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      let cells = zip(values, texts).map { value, text in
        defer { start += text.count }
        return cell(value, UnsafeBufferPointer(rebasing: bytes[start..<start + text.count]))
      }
      return cells.withUnsafeBufferPointer { held.load(key, $0) }
    }
  }

  private static func cell(_ value: Value, _ text: UnsafeBufferPointer<UInt8>) -> StoredCell {
    switch value {
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .text: .text(text)
    default: .absent
    }
  }
}
