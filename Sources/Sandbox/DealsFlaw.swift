import NIOCore

/// A way in which one packet of the stream of deals is wrong, as `?flaw=` names it.
///
/// The third packet has it, whoever asks and however often, so that who cannot pass it stalls there.
enum DealsFlaw: String, CaseIterable, Sendable {
  /// Every record comes twice.
  case duplicates
  /// Every record comes again as it was a day before.
  case older
  /// The records hold nothing but their ids.
  case missingFields = "missing_fields"
  /// No record has an id.
  case missingIDs = "missing_ids"
  /// The ids are words.
  case wordyIDs = "wordy_ids"
  /// The prices are NaN and -Infinity, which JSON does not know.
  case nonNumbers = "non_numbers"
  /// The side is neither buy nor sell.
  case unlisted
  /// The records again and again, ten megabytes of them.
  case huge
  /// Seventeen mebibytes of one text.
  case tooLarge = "too_large"
  /// The JSON ends in the middle.
  case broken
  /// No JSON at all.
  case words
  /// A web page.
  case page
  /// An event with an id and no data.
  case empty
  /// A comment of a megabyte before the packet.
  case longLine = "long_line"
  /// Bytes of any kind on lines before the packet.
  case noise
  /// The connection ends in the middle of the packet, unless it began with it.
  case closed
  /// Nothing comes any more, unless the connection began with the packet.
  case silent
  /// `Last-Event-ID` is not heard: every connection begins with the first packet.
  case restarted

  /// The packet that is wrong.
  static let packet = 3

  /// Whether a connection that begins with the wrong packet gets it right.
  var isOfTheLine: Bool { self == .closed || self == .silent }

  /// The event of a packet, whose right data is given.
  func event(id: Int, _ data: [UInt8]) -> [UInt8] {
    let before: [UInt8] =
      switch self {
      case .longLine: Array(":".utf8) + [UInt8](repeating: 0x78, count: 1 << 20) + [0x0A]
      case .noise: [0xFF, 0x00, 0xFE, 0x0D, 0x80, 0xC3, 0x0A, 0x01, 0x3A, 0x0A]
      default: []
      }
    let whole = before + Array("id: \(id)\n".utf8) + line(data) + [0x0A]
    return self == .closed ? Array(whole.prefix(whole.count / 2)) : whole
  }

  private func line(_ data: [UInt8]) -> [UInt8] {
    self == .empty ? [] : Array("data: ".utf8) + spoilt(data) + [0x0A]
  }

  private func spoilt(_ data: [UInt8]) -> [UInt8] {
    let text = String(decoding: data, as: UTF8.self)
    switch self {
    case .duplicates: return Self.again(data, times: 2)
    case .huge: return Self.again(data, times: 10_000_000 / max(1, data.count) + 1)
    case .older:
      return Self.list([
        data, Array(text.replacing(#/"modified":"\d{4}/#, with: #""modified":"1999"#).utf8),
      ])
    case .missingFields: return Array(text.replacing(#/,"[^}]*}/#, with: "}").utf8)
    case .missingIDs: return Array(text.replacing(#""id":"#, with: #""no":"#).utf8)
    case .wordyIDs: return Array(text.replacing(#/"id":\d+/#, with: #""id":"one""#).utf8)
    case .nonNumbers:
      var isFirst = true
      return Array(
        text.replacing(#/"price":[0-9.]+/#) { _ in
          defer { isFirst = false }
          return isFirst ? #""price":NaN"# : #""price": -Infinity"#
        }.utf8)
    case .unlisted: return Array(text.replacing(#/"side":"\w+"/#, with: #""side":"held""#).utf8)
    case .tooLarge: return [0x22] + [UInt8](repeating: 0x78, count: 17 << 20) + [0x22]
    case .broken: return Array(data.prefix(data.count / 2))
    case .words: return Array("no deals today".utf8)
    case .page: return Array("<!DOCTYPE html><title>Synthetic</title>".utf8)
    default: return data
    }
  }

  private static func again(_ data: [UInt8], times: Int) -> [UInt8] {
    list(Array(repeating: data, count: times))
  }

  /// One list of the elements of several.
  private static func list(_ lists: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for (index, list) in lists.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += list.dropFirst().dropLast()
    }
    return bytes + [UInt8(ascii: "]")]
  }
}
