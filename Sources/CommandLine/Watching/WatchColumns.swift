import AlmanacDeclarations

/// The columns that fit into a width: numbers are never cut, since a cut number lies.
struct WatchColumns: Equatable {
  /// A column as it is laid out.
  struct Column: Equatable {
    /// Which of the texts of a row it shows.
    var index: Int
    var width: Int
    var isFlushRight: Bool
  }

  /// What a column would like.
  struct Wish {
    /// The widest text in it.
    var width: Int
    var isFlushRight: Bool
    /// Whether it stays as long as any.
    var isKept: Bool
  }

  private(set) var columns: [Column]
  /// The columns of the terminal between two of the table.
  static let gap = 2
  /// What a text is not cut below, as long as another may be left out.
  static let least = 8

  /// Lays columns out: first long texts are cut, then columns are left out from the right.
  init(_ wishes: [Wish], width: Int) {
    columns = wishes.enumerated().map {
      Column(index: $0, width: $1.width, isFlushRight: $1.isFlushRight)
    }
    while taken > width, narrowWidest() || leaveOut(wishes) {}
    if taken > width, let only = columns.indices.first { columns[only].width = max(width, 0) }
  }

  private var taken: Int {
    columns.reduce(0) { $0 + $1.width } + Self.gap * max(columns.count - 1, 0)
  }

  private mutating func narrowWidest() -> Bool {
    let texts = columns.indices.filter {
      !columns[$0].isFlushRight && columns[$0].width > Self.least
    }
    guard let widest = texts.max(by: { columns[$0].width < columns[$1].width }) else {
      return false
    }
    columns[widest].width -= 1
    return true
  }

  private mutating func leaveOut(_ wishes: [Wish]) -> Bool {
    guard columns.count > 1 else { return false }
    let last = columns.lastIndex { !wishes[$0.index].isKept } ?? columns.count - 1
    columns.remove(at: last)
    return true
  }

  /// The fields that a list shows beside the key.
  static func fields(of dataset: Dataset) -> [Field] {
    let list = dataset.list
    let names = list.columns.isEmpty ? [list.title] + list.subtitle : dataset.tableColumns
    return names.compactMap(dataset.field)
  }
}
