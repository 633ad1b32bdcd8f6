import AlmanacDeclarations

/// Writes a list's sections with their headings.
struct SectionMarkup {
  let dataset: Dataset
  let text: ValueText

  private var words: Catalogue { text.words }

  /// Writes one section of a list of names: its heading, its entries, and who else belongs here.
  func write(
    _ section: SectionList.Section, _ entries: EntryMarkup, into markup: inout Markup
  ) {
    markup.raw("<section class=\"part\" id=\"")
    markup.add(section.anchor)
    markup.raw("\">")
    writeHeading(section, into: &markup)
    markup.raw("\n<ol class=\"entries\">\n")
    for record in section.records { entries.write(record, into: &markup) }
    markup.raw("</ol>")
    writeOthers(section, into: &markup)
    markup.raw("</section>\n")
  }

  /// Writes the sections of a table, each a body of rows below its heading; the first body is open.
  func write(_ list: SectionList, _ rows: RowMarkup, into markup: inout Markup) {
    let span = "\(rows.columns.count)"
    for (place, section) in list.sections.enumerated() {
      if place > 0 { markup.raw("</tbody>\n<tbody>\n") }
      markup.raw("<tr class=\"part\" id=\"")
      markup.add(section.anchor)
      markup.raw("\"><th scope=\"rowgroup\" colspan=\"")
      markup.add(span)
      markup.raw("\">")
      writeHeading(section, into: &markup)
      markup.raw("</th></tr>\n")
      for record in section.records { rows.write(record, into: &markup) }
      guard !section.others.isEmpty else { continue }
      markup.raw("<tr class=\"part-others\"><td colspan=\"")
      markup.add(span)
      markup.raw("\">")
      writeOthers(section, into: &markup)
      markup.raw("</td></tr>\n")
    }
  }

  private func writeHeading(_ section: SectionList.Section, into markup: inout Markup) {
    markup.raw("<h2><span>")
    markup.add(section.name)
    if section.isContinued {
      markup.raw(" <small>")
      markup.add(words.say("list.section_continued"))
      markup.raw("</small>")
    }
    markup.raw("</span> <span class=\"tally\">")
    markup.add(text.units.numbers.integer(Int64(section.count)))
    markup.raw("</span></h2>")
  }

  private func writeOthers(_ section: SectionList.Section, into markup: inout Markup) {
    guard !section.others.isEmpty else { return }
    markup.raw("<p class=\"see-also\"><span>")
    markup.add(words.say("list.see_also"))
    markup.raw("</span>")
    for record in section.others {
      markup.raw(" <a href=\"")
      markup.add(Address.record(dataset.id, record.id))
      markup.raw("\">")
      markup.add(EntryMarkup.title(of: record, in: dataset, text))
      markup.raw("</a>")
    }
    if section.moreOthers > 0 {
      markup.raw(" <span>")
      markup.add(words.count("list.see_also_more", section.moreOthers))
      markup.raw("</span>")
    }
    markup.raw("</p>")
  }
}
