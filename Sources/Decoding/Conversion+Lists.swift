import AlmanacDeclarations

extension Conversion {
  /// Several texts: the elements of lists, and single values each as one.
  func list(_ pieces: [Piece], _ rule: FieldRule) -> Value? {
    if let value = withListInCell(pieces, { self.list($0, rule) }) { return value }
    var texts: [String] = []
    for piece in pieces {
      for element in piece.kind == .array ? piece.elements : [piece] {
        guard let text = wholeText(element, rule) else { return nil }
        if !text.isEmpty { texts.append(text) }
      }
    }
    return texts.isEmpty ? .absent : .list(texts)
  }

  /// Several currencies: an object keyed by code, a list of objects with a code, or a single code.
  func currencies(_ pieces: [Piece]) -> Value? {
    if let value = withListInCell(pieces, { self.currencies($0) }) { return value }
    var currencies: [Currency] = []
    for piece in pieces {
      for element in piece.kind == .array ? piece.elements : [piece] {
        guard let found = self.currencies(in: element) else { return nil }
        currencies += found
      }
    }
    return currencies.isEmpty ? .absent : .currencies(currencies)
  }

  /// Reads a CSV cell that holds a JSON list as that list, which is how exports write it; nothing
  /// for any other piece.
  private func withListInCell(_ pieces: [Piece], _ read: ([Piece]) -> Value?) -> Value? {
    guard pieces.count == 1, pieces[0].kind == .cell || pieces[0].kind == .doubled else {
      return nil
    }
    let text = scratch.plain(pieces[0]).trimmed
    guard text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]") else { return nil }
    return Array(text).withUnsafeBufferPointer { bytes in  // the elements need the scratch
      Piece(wholeJSON: bytes).flatMap { read([$0]) }
    }
  }

  private func currencies(in piece: Piece) -> [Currency]? {
    if piece.isBlank { return [] }
    if piece.isText { return text(piece).map { $0.isEmpty ? [] : [Currency(code: $0)] } }
    guard piece.kind == .object else { return nil }
    let parts = currencyParts(of: piece)
    if let code = parts.code {
      return [Currency(code: code, name: parts.name, symbol: parts.symbol)]
    }
    return currenciesByCode(piece)
  }

  private func currenciesByCode(_ piece: Piece) -> [Currency]? {
    var currencies: [Currency] = []
    var isWellTyped = true
    piece.forEachMember { key, value in
      let code = scratch.plain(key).trimmed.text
      if value.kind == .object {
        let parts = currencyParts(of: value)
        currencies.append(Currency(code: code, name: parts.name, symbol: parts.symbol))
      } else if value.isText || value.isBlank {
        currencies.append(Currency(code: code, name: text(value) ?? ""))
      } else {
        isWellTyped = false
      }
    }
    return isWellTyped ? currencies : nil
  }

  private func currencyParts(
    of piece: Piece
  ) -> (code: String?, name: String, symbol: String) {
    var (code, name, symbol) = (String?.none, "", "")
    piece.forEachMember { key, value in
      guard let text = text(value), !text.isEmpty else { return }
      if key.equals("code") {
        code = text
      } else if key.equals("name") {
        name = text
      } else if key.equals("symbol") {
        symbol = text
      }
    }
    return (code, name, symbol)
  }
}
