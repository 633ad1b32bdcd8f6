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
    var parts = [CellText.printable(view.dataset.title.text(in: Speech.language))]
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
    return isPart ? said("\(count(total)) of \(all) records") : said("\(total) records")
  }

  private static func speed(_ rate: Double) -> String {
    let number = WatchValue.decimal(rate, rate < 10 ? 1 : 0)
    return said("\(number)/s")
  }

  static func count(_ number: Int) -> String { WatchValue.grouped("\(number)") }

  private static func state(of view: WatchView) -> (text: String, style: TextStyle) {
    if view.isPaused { return ("‖ " + said("paused"), .reverse) }
    switch view.connection {
    case .connecting: return ("◌ " + said("connecting"), .faint)
    case .lost: return ("◌ " + said("reconnecting"), .reverse)
    case .live:
      return view.status?.isLive == false
        ? ("○ " + said("copy only"), []) : ("● " + said("live"), .bold)
    }
  }

  /// Where the person is, what arrived elsewhere, and which keys there are.
  static func foot(of view: WatchView, width: Int) -> StyledLine {
    if let prompt = view.prompt {
      let text = said("Go to row: \(prompt)▏  Enter goes, Esc does not")
      return StyledLine(CellText.cut(text, to: width))
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

  /// The keys, in ever fewer words.
  private static let keys: [String] = {
    let (quit, pause) = (said("q quit"), said("p pause"))
    let few = "\(pause)  \(quit)"
    let more = "\(said("s sort"))  \(said("r reverse"))  \(few)"
    let most = "↑↓ PgUp PgDn  \(said(": row"))  \(more)"
    let all = "↑↓ PgUp PgDn Home End  \(said(": row"))  \(more)"
    return [all, most, more, few, quit]
  }()

  private static func position(_ view: WatchView) -> String {
    guard let window = view.window else { return said("asking …") }
    guard !window.rows.isEmpty else { return said("no rows") }
    let last = window.offset.plus(min(window.rows.count, view.capacity))
    let (from, to) = (count(window.offset.plus(1)), count(last))
    return said("rows \(from)–\(to) of \(count(window.total))")
  }

  private static func news(_ view: WatchView) -> String {
    guard view.isHeld else { return "" }
    let (above, below) = view.arrived
    let parts = [
      above > 0 ? said("\(above) new above") : nil, below > 0 ? said("\(below) below") : nil,
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private static func trouble(_ view: WatchView) -> String? {
    if case .lost(let why) = view.connection { return CellText.printable(why) }
    return (view.status?.trouble).map(CellText.printable)
  }
}
