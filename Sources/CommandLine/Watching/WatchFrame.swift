import AlmanacDeclarations
import AlmanacEngine
import Foundation

/// The lines above and below a watcher's rows.
enum WatchFrame {
  /// What is watched, how much there is, how fast it grows, and whether it does.
  static func head(of view: WatchView, width: Int) -> StyledLine {
    let state = state(of: view)
    var line = StyledLine()
    for (index, part) in parts(view).enumerated() {
      let room = width - line.width - CellWidth.of(state.text) - 2 - (index > 0 ? 2 : 0)
      guard room > 3 else { break }
      if index > 0 { line.add("  ") }
      line.add(CellText.cut(part, to: room), index == 0 ? .bold : [])
    }
    if line.width > 0 { line.add("  ") }
    line.add(CellText.cut(state.text, to: max(width - line.width, 0)), state.style)
    return line
  }

  private static func parts(_ view: WatchView) -> [String] {
    var parts = [CellText.printable(view.dataset.title.text(in: "en"))]
    if let window = view.window { parts.append(total(window.total, view)) }
    if let rate = view.status?.rate, rate > 0 { parts.append(speed(rate)) }
    if let line = view.status?.lines?.first, view.status?.isLive == false {
      parts.append(CellText.printable(line))
    }
    return parts
  }

  private static func total(_ total: Int, _ view: WatchView) -> String {
    let all = view.status?.count ?? total
    let isPart = !view.query.filters.isEmpty || view.query.search != nil
    let noun = (isPart ? all : total) == 1 ? "record" : "records"
    return (isPart ? "\(count(total)) of \(count(all))" : count(total)) + " " + noun
  }

  private static func speed(_ rate: Double) -> String {
    rate < 10 ? WatchValue.decimal(rate, 1) + "/s" : count(Int(rate.rounded())) + "/s"
  }

  static func count(_ number: Int) -> String { WatchValue.grouped("\(number)") }

  private static func state(of view: WatchView) -> (text: String, style: TextStyle) {
    if view.isPaused { return ("‖ paused", .reverse) }
    switch view.connection {
    case .connecting: return ("◌ connecting", .faint)
    case .lost: return ("◌ reconnecting", .reverse)
    case .live: return view.status?.isLive == false ? ("○ copy only", []) : ("● live", .bold)
    }
  }

  /// Where the person is, what arrived elsewhere, and which keys there are.
  static func foot(of view: WatchView, width: Int) -> StyledLine {
    if let prompt = view.prompt {
      return StyledLine(CellText.cut("Go to row: \(prompt)▏  Enter goes, Esc does not", to: width))
    }
    var line = StyledLine(CellText.cut(position(view), to: width))
    let news = news(view)
    if !news.isEmpty, width - line.width > 6 {
      line.add(" · ")
      line.add(CellText.cut(news, to: width - line.width), .bold)
    }
    if let trouble = trouble(view), width - line.width > 12 {
      line.add(" · " + CellText.cut(trouble, to: width - line.width - 3))
    }
    let room = width - line.width - 2
    let help = keys.first { CellWidth.of($0) <= room } ?? ""
    line.add(String(repeating: " ", count: max(width - line.width - CellWidth.of(help), 0)))
    line.add(help, .faint)
    return line
  }

  private static let keys = [
    "↑↓ PgUp PgDn Home End  : row  s sort  r reverse  p pause  q quit",
    "↑↓ PgUp PgDn  : row  s sort  r reverse  p pause  q quit",
    "s sort  r reverse  p pause  q quit", "p pause  q quit", "q quit",
  ]

  private static func position(_ view: WatchView) -> String {
    guard let window = view.window else { return "asking …" }
    guard !window.rows.isEmpty else { return "no rows" }
    let last = window.offset + min(window.rows.count, view.capacity)
    return "rows \(count(window.offset + 1))–\(count(last)) of \(count(window.total))"
  }

  private static func news(_ view: WatchView) -> String {
    guard view.isHeld else { return "" }
    let (above, below) = view.arrived
    let parts = [
      above > 0 ? "\(count(above)) new above" : nil, below > 0 ? "\(count(below)) below" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private static func trouble(_ view: WatchView) -> String? {
    if case .lost(let why) = view.connection { return CellText.printable(why) }
    return (view.status?.trouble).map(CellText.printable)
  }
}
