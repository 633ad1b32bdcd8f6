import AlmanacDeclarations

extension Conversion {
  /// An address; one without a scheme that looks like host and path gets `https://`.
  func link(_ piece: Piece) -> Value? {
    guard piece.kind != .object else { return linkObject(piece) }
    guard piece.isText, let text = text(piece) else { return nil }
    return text.isEmpty ? .absent : .text(Self.completed(text))
  }

  /// Socrata's `{"url", "description"}`.
  private func linkObject(_ piece: Piece) -> Value? {
    var address = Piece.missing
    piece.forEachMember { key, value in
      if key.equals("url") { address = value }
    }
    guard address.kind != .missing else { return nil }
    return address.isBlank ? .absent : address.isText ? link(address) : nil
  }

  /// An address with a scheme, where it is clear which.
  static func completed(_ address: String) -> String {
    if address.hasPrefix("//") { return "https:" + address }
    return looksLikeHost(address) ? "https://" + address : address
  }

  /// Whether an address begins with a host name, `www.` or with something after a slash.
  private static func looksLikeHost(_ address: String) -> Bool {
    // No name is longer (RFC 1035, section 2.3.4), and looking through a long text takes long.
    let host = address.prefix(254).prefix { !"/?#".contains($0) }
    guard host.utf8.count <= 253 else { return false }
    guard host.endIndex < address.endIndex || host.lowercased().hasPrefix("www.") else {
      return false
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, let last = labels.last, last.count >= 2 else { return false }
    return last.allSatisfy(\.isLetter)
      && labels.allSatisfy { label in
        !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
      }
  }
}
