/// What one scalar is once accents and case are folded away, and what was folded.
struct FoldedScalar {
  /// The text that a scalar becomes.
  enum Text {
    case nothing
    case space
    case scalar(UInt32)
    /// Two or three scalars, the third 0 when there are two; spaces may be among them.
    case several(UInt32, UInt32, UInt32)
  }

  let text: Text
  /// The place of the accents in `FoldingTable.accentSequences`, divided by three; 0 for none.
  let accents: Int
  let isUppercase: Bool

  /// Looks `scalar` up. O(1)
  init(_ scalar: UInt32) {
    guard let slot = Self.slot(of: scalar) else {
      self.init(text: .scalar(scalar), accents: 0, isUppercase: false)
      return
    }
    let accents = FoldingTable.accents[slot]
    self.init(
      text: Self.text(for: FoldingTable.foldings[slot], of: scalar),
      accents: Int(accents & ~FoldingTable.uppercase),
      isUppercase: accents & FoldingTable.uppercase != 0)
  }

  private init(text: Text, accents: Int, isUppercase: Bool) {
    self.text = text
    self.accents = accents
    self.isUppercase = isUppercase
  }

  /// The place of `scalar` in the pages of the table, or nil beyond the Basic Multilingual Plane.
  private static func slot(of scalar: UInt32) -> Int? {
    guard scalar < 0x1_0000 else { return nil }
    let page = Int(FoldingTable.pages[Int(scalar) / FoldingTable.pageSize])
    return page * FoldingTable.pageSize + Int(scalar) % FoldingTable.pageSize
  }

  private static func text(for folding: UInt16, of scalar: UInt32) -> Text {
    switch folding {
    case 0: return .scalar(scalar)
    case FoldingTable.dropped: return .nothing
    case FoldingTable.space: return .space
    case FoldingTable.firstExpansion...:
      let start = Int(folding - FoldingTable.firstExpansion) * 3
      return .several(
        UInt32(FoldingTable.expansions[start]), UInt32(FoldingTable.expansions[start + 1]),
        UInt32(FoldingTable.expansions[start + 2]))
    default: return .scalar(UInt32(folding))
    }
  }
}
