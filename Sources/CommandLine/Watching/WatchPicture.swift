import AlmanacDeclarations
import Foundation

/// What a watcher's view looks like on a terminal: a head, the columns' heads, rows, a foot.
struct WatchPicture {
  private let dataset: Dataset
  private let values: WatchValue
  private let fields: [Field]
  /// The widest text that each column had, so that columns do not jump.
  private var widest: [Int]
  /// The columns as they were laid out last.
  private(set) var columns = WatchColumns([], width: 0)

  /// How many lines are no rows.
  static let frame = 3

  init(_ dataset: Dataset, zone: TimeZone) {
    self.dataset = dataset
    values = WatchValue(zone: zone)
    let key = Field(
      name: "id", type: dataset.key.isInteger ? .year : .text, title: Words(english: "id"))
    fields = [key] + WatchColumns.fields(of: dataset)
    widest = fields.map { _ in 0 }
  }

  /// The lines of a screen of this size, all of them.
  mutating func lines(of view: WatchView, columns: Int, rows: Int) -> [StyledLine] {
    let shown = (view.window?.rows ?? []).prefix(view.capacity)
    let texts = shown.map(texts)
    layOut(texts, view, columns - 1)
    var lines = [WatchFrame.head(of: view, width: columns), heads(view)]
    for (row, texts) in zip(shown, texts) {
      lines.append(line(row, texts, isBright: view.bright[row.id] != nil))
    }
    while lines.count < rows - 1 { lines.append(StyledLine()) }
    lines = Array(lines.prefix(max(rows - 1, 0)))
    lines.append(WatchFrame.foot(of: view, width: columns))
    return lines.suffix(max(rows, 1))
  }

  private mutating func layOut(_ texts: [[String]], _ view: WatchView, _ width: Int) {
    for (index, field) in fields.enumerated() {
      let head = CellWidth.of(values.head(of: field)) + 2
      let cells = texts.map { CellWidth.of($0[index]) }.max() ?? 0
      widest[index] = max(widest[index], head, cells)
    }
    let wishes = zip(fields, widest).map { field, width in
      WatchColumns.Wish(
        width: width, isFlushRight: Self.isNumeric(field) || field.name == "id",
        isKept: field.name == view.term?.field || field.name == dataset.list.title)
    }
    columns = WatchColumns(wishes, width: width)
  }

  private static func isNumeric(_ field: Field) -> Bool {
    [.number, .integer, .year].contains(field.type)
  }

  private func heads(_ view: WatchView) -> StyledLine {
    var line = StyledLine(" ")
    for (place, column) in columns.columns.enumerated() {
      let field = fields[column.index]
      let isSorted = field.name == view.term?.field
      let arrow = isSorted ? (view.term?.descending == true ? "▼" : "▲") : ""
      let title = CellText.cut(values.head(of: field), to: max(column.width - arrow.count, 0))
      let text = CellText.fitted(
        isSorted ? title + arrow : title, to: column.width, isFlushRight: column.isFlushRight)
      if place > 0 { line.add(Self.space, .underline) }
      line.add(text, isSorted ? [.underline, .bold] : .underline)
    }
    return line
  }

  private static let space = String(repeating: " ", count: WatchColumns.gap)

  /// What a row's columns show.
  private func texts(_ row: LiveRow) -> [String] {
    let mark = mark(of: row)
    return fields.enumerated().map { index, field in
      let text = values.text(row[field.name], of: field)
      guard let mark, !text.isEmpty else { return text + (index == lead ? " " : "") }
      if index == lead, mark == .rise || mark == .fall { return text + (mark == .rise ? "▲" : "▼") }
      guard field.name == dataset.list.title else { return text }
      return text + (mark == .strong ? " ●" : mark == .medium ? " ○" : "")
    }
  }

  private func mark(of row: LiveRow) -> Choice.Tone? {
    guard let name = dataset.list.mark, case .text(let value) = row[name] else { return nil }
    return dataset.field(name)?.choices.first { $0.value == value }?.tone
  }

  /// The column that carries a direction's sign: the first number, else the mark itself.
  private var lead: Int? {
    let choices = dataset.list.mark.flatMap(dataset.field)?.choices ?? []
    guard choices.contains(where: { $0.tone == .rise || $0.tone == .fall }) else { return nil }
    return fields.indices.first { [.number, .integer].contains(fields[$0].type) }
      ?? fields.firstIndex { $0.name == dataset.list.mark }
  }

  private func line(_ row: LiveRow, _ texts: [String], isBright: Bool) -> StyledLine {
    let mark = mark(of: row)
    let style: TextStyle = isBright ? .bold : []
    var line = StyledLine(isBright ? "•" : " ", style)
    for (place, column) in columns.columns.enumerated() {
      if place > 0 { line.add(Self.space) }
      let isToned = column.index == lead || fields[column.index].name == dataset.list.mark
      line.add(cell(texts[column.index], column), style.union(isToned ? Self.tone(mark) : []))
    }
    return line
  }

  /// A number that is too wide is left out whole: a cut one would be another number.
  private func cell(_ text: String, _ column: WatchColumns.Column) -> String {
    let isLeftOut = column.isFlushRight && CellWidth.of(text) > column.width
    return CellText.fitted(
      isLeftOut ? "…" : text, to: column.width, isFlushRight: column.isFlushRight)
  }

  private static func tone(_ tone: Choice.Tone?) -> TextStyle {
    switch tone {
    case .rise: .rise
    case .fall: .fall
    default: []
    }
  }
}
