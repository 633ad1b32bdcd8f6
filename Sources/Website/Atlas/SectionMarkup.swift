import AlmanacDeclarations

/// Writes a list's sections with their headings.
struct SectionMarkup {
  let entries: EntryMarkup

  private var words: Catalogue { entries.text.words }

  /// Writes one section: its heading, its entries, and who else belongs here.
  func write(_ section: SectionList.Section, into markup: inout Markup) {
    markup.raw("<section class=\"part\" id=\"")
    markup.add(section.anchor)
    markup.raw("\"><h2><span>")
    markup.add(section.name)
    if section.isContinued {
      markup.raw(" <small>")
      markup.add(words.say("list.section_continued"))
      markup.raw("</small>")
    }
    markup.raw("</span> <span class=\"tally\">")
    markup.add(entries.text.units.numbers.integer(Int64(section.count)))
    markup.raw("</span></h2>\n<ol class=\"entries\">\n")
    for record in section.records { entries.write(record, into: &markup) }
    markup.raw("</ol>")
    writeOthers(section, into: &markup)
    markup.raw("</section>\n")
  }

  private func writeOthers(_ section: SectionList.Section, into markup: inout Markup) {
    guard !section.others.isEmpty else { return }
    markup.raw("<p class=\"see-also\"><span>")
    markup.add(words.say("list.see_also"))
    markup.raw("</span>")
    for record in section.others {
      markup.raw(" <a href=\"")
      markup.add(Address.record(entries.dataset.id, record.id))
      markup.raw("\">")
      markup.add(EntryMarkup.title(of: record, in: entries.dataset, entries.text))
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
