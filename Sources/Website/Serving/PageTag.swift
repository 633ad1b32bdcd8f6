import Foundation
import HTTPTypes
import Hummingbird

/// The entity tag of a page, in two parts: its text, and where its pictures are.
///
/// A page that is made before its pictures are here names them by the records' own addresses, which
/// browsers remember for a day (``life``); the next one names them by their content. Both show the
/// same, so who has the first and remembers where it leads is not sent the second.
struct PageTag: Sendable, Hashable {
  private let text: String
  private let places: String

  /// How long browsers remember where a picture's own address leads, in hours.
  static let life = 24
  /// What stands for pictures that all have their records' addresses, before the hour.
  private static let early = "early"

  /// Makes the tag of a page that is made at a moment.
  init(_ page: some Collection<UInt8>, at moment: Date) {
    let parts = PageParts(Array(page))
    text = EntityTag.digest(parts.text)
    places =
      parts.isEarly ? Self.early + "\(Self.hour(moment))" : EntityTag.digest(parts.places)
  }

  /// The tag as headers write it: it vouches for what a page says, not for its bytes.
  var header: String { "W/\"\(text)-\(places)\"" }

  /// The tag among those of an If-None-Match header that stands for this page, as it is written
  /// there; nothing where none does.
  func known(in header: String, at moment: Date) -> String? {
    let candidates = header.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    return candidates.first { EntityTag.matches(self.header, $0) || isEarlier($0, moment) }
  }

  /// Whether a tag is that of the same text with pictures by their records' addresses, which are
  /// still remembered.
  private func isEarlier(_ candidate: String, _ moment: Date) -> Bool {
    let start = "W/\"\(text)-\(Self.early)"
    guard candidate.hasPrefix(start), candidate.hasSuffix("\""),
      let hour = Int(candidate.dropFirst(start.count).dropLast())
    else { return false }
    let (age, isTooFar) = Self.hour(moment).subtractingReportingOverflow(hour)
    return !isTooFar && (0..<Self.life).contains(age)
  }

  private static func hour(_ moment: Date) -> Int {
    Int(exactly: (moment.timeIntervalSince1970 / 3600).rounded(.down)) ?? 0
  }
}

/// A page without the addresses of its pictures, and these.
private struct PageParts {
  var text: [UInt8] = []
  var places: [UInt8] = []
  /// Whether there are pictures and all are named by their records' addresses.
  var isEarly: Bool { hasEarly && !hasKept }
  private var hasEarly = false
  private var hasKept = false

  private static let start = Array(" src=\"/".utf8)
  private static let kept = Array("pictures/".utf8)
  private static let early = Array("/picture/".utf8)
  private static let quote = UInt8(ascii: "\"")

  init(_ page: [UInt8]) {
    text.reserveCapacity(page.count)
    var begin = 0
    while let place = Self.next(in: page, from: begin) {
      let value = page[place...].prefix { $0 != Self.quote }
      text += page[begin..<place]
      add(value)
      begin = value.endIndex
    }
    text += page[begin...]
  }

  private mutating func add(_ value: ArraySlice<UInt8>) {
    let isKept = value.starts(with: Self.kept)
    let isEarly = !isKept && value.firstRange(of: Self.early) != nil
    if isKept { hasKept = true }
    if isEarly { hasEarly = true }
    if isKept || isEarly { places += value } else { text += value }
  }

  /// Where the next address begins, behind its first slash.
  private static func next(in page: [UInt8], from begin: Int) -> Int? {
    page.withUnsafeBufferPointer { bytes in
      var place = begin
      while place + start.count <= bytes.count {
        if bytes[place] == start[0], bytes[place + 1] == start[1],
          bytes[place..<place + start.count].elementsEqual(start)
        {
          return place + start.count
        }
        place += 1
      }
      return nil
    }
  }
}
