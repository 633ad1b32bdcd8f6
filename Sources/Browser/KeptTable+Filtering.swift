import AlmanacCore

extension KeptTable {
  /// The rows among others that meet every condition, in the same order.
  func rows(_ rows: [Int32], meeting conditions: [KeptCondition]) -> [Int32] {
    rows.filter { row in
      Int(row) < count && row >= 0 && conditions.allSatisfy { meets(Int(row), $0) }
    }
  }

  private func meets(_ row: Int, _ condition: KeptCondition) -> Bool {
    guard let field = condition.field else { return meetsKey(row, condition.test) }
    let column = columns[field]
    let isKnown = column.isKnown[row]
    switch condition.test {
    case .known(let wanted): return isKnown == wanted
    case .whole(let range): return isKnown && range.contains(column.wholes[row])
    case .number(let range): return isKnown && range.contains(column.numbers[row])
    case .text(let text):
      return column.texts.texts(of: row).contains { column.texts.isText($0, text) }
    case .texts(let least, let most):
      guard let text = column.texts.first(of: row) else { return false }
      return !(least.map { text.lexicographicallyPrecedes($0) } ?? false)
        && !(most.map { $0.lexicographicallyPrecedes(text) } ?? false)
    }
  }

  private func meetsKey(_ row: Int, _ test: KeptCondition.Test) -> Bool {
    switch test {
    case .known(let wanted): wanted
    case .whole(let range): schema.isIntegerKey && range.contains(keys.wholes[row])
    case .text(let text): !schema.isIntegerKey && keys.texts.isText(row, text)
    case .number, .texts: false
    }
  }
}

extension TextColumn {
  /// Whether a text is this one, byte by byte.
  fileprivate func isText(_ number: Int, _ text: [UInt8]) -> Bool {
    bytes[place(of: number)].elementsEqual(text)
  }
}
