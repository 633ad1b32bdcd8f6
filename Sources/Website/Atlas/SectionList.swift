import AlmanacDeclarations
import AlmanacEngine

/// The rows of a list's window under the headings of their sections.
struct SectionList: Sendable {
  /// The sections that stand in the window, in the order of the rows.
  let sections: [Section]

  /// One section of a list.
  struct Section: Sendable {
    let name: String
    /// The name in links within the page.
    let anchor: String
    /// How many records of the whole list count under it.
    let count: Int
    /// Whether its first records stand on an earlier page.
    let isContinued: Bool
    let records: [Record]
    /// Records that belong here too, but are counted elsewhere; told where the section ends.
    let others: [Record]
    /// How many more of those there are.
    let moreOthers: Int
  }

  /// Puts a window's rows under their sections; none where they are of another version.
  ///
  /// - Parameter title: What is read for a section's name, or for none.
  init(_ window: Window, _ all: ListSections, title: (String?) -> String) {
    guard window.version == all.version else {
      sections = []
      return
    }
    let anchors = SectionAnchors(all.sections.map { $0.name ?? title(nil) }).anchors
    let end = window.offset + window.rows.count
    sections = zip(all.sections, anchors).compactMap { section, anchor in
      let last = section.offset + section.count
      let (from, to) = (max(section.offset, window.offset), min(last, end))
      let isLast = end == window.total
      let isHere = section.count > 0 ? from < to : from == to && (to < end || isLast)
      guard isHere else { return nil }
      let rows = window.rows[from - window.offset..<to - window.offset]
      return Section(
        name: title(section.name), anchor: anchor, count: section.count,
        isContinued: from > section.offset, records: Array(rows),
        others: to == last ? section.others : [],
        moreOthers: to == last ? section.otherCount - section.others.count : 0)
    }
  }
}

/// The names of sections in links within a page: the same on every page of a list.
struct SectionAnchors {
  let anchors: [String]

  /// Makes `section-north-america` of "North America"; names that would be the same get a number.
  init(_ names: [String]) {
    var counts: [String: Int] = [:]
    anchors = names.map { name in
      let anchor = "section-" + Self.slug(name)
      counts[anchor, default: 0] += 1
      let count = counts[anchor] ?? 1
      return count == 1 ? anchor : "\(anchor)-\(count)"
    }
  }

  private static func slug(_ name: String) -> String {
    let parts = name.lowercased().split { !$0.isLetter && !$0.isNumber }
    return parts.joined(separator: "-")
  }
}
