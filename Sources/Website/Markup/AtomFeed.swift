import Foundation

/// A feed of what syncs changed (RFC 4287).
struct AtomFeed: Sendable {
  let id: String
  let title: String
  let updated: Date?
  let author: String
  let authorPage: String?
  let rights: String
  /// The feed's own address.
  let address: String
  /// The page that tells the same.
  let page: String
  let version: String
  let language: String
  let entries: [Entry]

  /// What one sync changed.
  struct Entry: Sendable {
    let id: String
    let title: String
    let updated: Date
    let page: String
    /// HTML.
    let content: String
  }

  /// The document.
  var bytes: [UInt8] {
    var xml = XMLText()
    xml.raw("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n")
    xml.raw("<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"")
    xml.add(language)
    xml.raw("\">\n")
    xml.element("id", id)
    xml.element("title", title)
    xml.element("updated", Self.text(updated ?? Date(timeIntervalSince1970: 0)))
    writeAuthor(into: &xml)
    xml.element("rights", rights)
    Self.writeLink("self", "application/atom+xml", address, into: &xml)
    Self.writeLink("alternate", "text/html", page, into: &xml)
    xml.raw("<generator version=\"")
    xml.add(version)
    xml.raw("\">Almanac</generator>\n")
    for entry in entries { Self.write(entry, into: &xml) }
    xml.raw("</feed>\n")
    return xml.bytes
  }

  private func writeAuthor(into xml: inout XMLText) {
    xml.raw("<author>")
    xml.element("name", author)
    if let authorPage { xml.element("uri", authorPage) }
    xml.raw("</author>\n")
  }

  private static func write(_ entry: Entry, into xml: inout XMLText) {
    xml.raw("<entry>\n")
    xml.element("id", entry.id)
    xml.element("title", entry.title)
    xml.element("updated", text(entry.updated))
    writeLink("alternate", "text/html", entry.page, into: &xml)
    xml.raw("<content type=\"html\">")
    xml.add(entry.content)
    xml.raw("</content>\n</entry>\n")
  }

  private static func writeLink(
    _ relation: StaticString, _ type: StaticString, _ address: String, into xml: inout XMLText
  ) {
    xml.raw("<link rel=\"")
    xml.raw(relation)
    xml.raw("\" type=\"")
    xml.raw(type)
    xml.raw("\" href=\"")
    xml.add(address)
    xml.raw("\"/>\n")
  }

  /// A date as RFC 3339 writes it.
  private static func text(_ date: Date) -> String { date.formatted(.iso8601) }

  /// The same name for the same thing at every time: a UUID of our own making (RFC 9562, section
  /// 5.8) out of what makes the thing unique.
  static func identifier(_ parts: String...) -> String {
    let text = parts.joined(separator: "\n")
    let digits = ["one", "two"].map { half in
      let digest = EntityTag.digest((half + "\n" + text).utf8)
      return String(repeating: "0", count: 16 - digest.count) + digest
    }
    var hex = Array(digits.joined())
    hex[12] = "8"
    hex[16] = "a"
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(hex[$0]) }
    return "urn:uuid:" + groups.joined(separator: "-")
  }
}
