@testable import AlmanacDecoding

/// Comma-separated values: the decoders, and the scanner against its own cells written again.
func checkCSV(_ bytes: Bytes) {
  var choices = Choices(bytes)
  let isSemicolon = choices.byte() == UInt8(ascii: ";")
  checkDecoding(choices.rest, with: isSemicolon ? Sample.semicolon : Sample.comma)
  checkCells(choices.rest, delimiter: UInt8(ascii: isSemicolon ? ";" : ","))
}

/// Rows of cells that are written with every cell in quotes are read as the same cells.
private func checkCells(_ bytes: Bytes, delimiter: UInt8) {
  guard let cells = rows(of: bytes, delimiter) else { return }
  let lines = cells.map { row in Array(row.map(quoted).joined(separator: [delimiter])) }
  let text = Array(lines.joined(separator: [0x0D, 0x0A]))
  let again = text.withUnsafeBufferPointer { rows(of: $0, delimiter) }
  require(again ?? [] == cells, "cells in quotes are the same cells")
}

private func quoted(_ cell: [UInt8]) -> [UInt8] {
  [0x22] + cell.flatMap { byte -> [UInt8] in byte == 0x22 ? [byte, byte] : [byte] } + [0x22]
}

/// The cells of every row without text after a quote; nothing where a quote has no end.
private func rows(of bytes: Bytes, _ delimiter: UInt8) -> [[[UInt8]]]? {
  guard var scanner = CSVScanner(bytes, delimiter: delimiter) else { return nil }
  let scratch = Scratch()
  var rows: [[[UInt8]]] = []
  do throws(DecodingFailure) {
    while let row = try scanner.row() {
      if case .cells = row { rows.append(scanner.cells.map { Array(scratch.plain($0)) }) }
    }
  } catch {
    return nil
  }
  require(scanner.at == bytes.count, "every byte is read")
  return rows
}
