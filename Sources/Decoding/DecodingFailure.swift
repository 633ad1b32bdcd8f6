/// Why an answer gives no records at all; the copy should stay as it is.
public enum DecodingFailure: Error, Sendable, Hashable {
  /// Nothing but white space came.
  case empty
  /// A web page came, mostly with status 200; its title, if it has one.
  case webPage(title: String?)
  /// Something else came than what was expected, both in plain words.
  case wrongShape(expected: String, got: String)
  /// The upstream says in its own words that it will not answer.
  case refused(message: String, code: String?)
  /// The answer ends in the middle, at an offset in bytes.
  case truncated(byte: Int)
  /// A CSV answer ends inside a row, at an offset in bytes.
  case cutRow(byte: Int)
  /// A byte that cannot stand there, at an offset in bytes, with what follows it.
  case malformed(byte: Int, near: String)
  /// A quoted cell has no end; the line where it begins, from 1.
  case unterminatedQuote(line: Int)
  /// More than half of the records, and at least ten, had to be set aside.
  case mostlySetAside(count: Int, of: Int, reasons: [SetAside])
  /// A packet is larger than a reader accepts, in bytes.
  case tooLarge(limit: Int)
}

extension DecodingFailure: CustomStringConvertible {
  /// What happened, in plain English words.
  public var description: String {
    switch self {
    case .empty: "empty answer"
    case .webPage(let title?): "got HTML, a web page titled “\(title)”"
    case .webPage: "got HTML, a web page"
    case .wrongShape(let expected, let got): "expected \(expected), got \(got)"
    case .refused(let message, let code?): "the upstream refused: \(message) (\(code))"
    case .refused(let message, nil): "the upstream refused: \(message)"
    case .truncated(let byte): "truncated JSON at byte \(byte)"
    case .cutRow(let byte): "a row that is cut at byte \(byte)"
    case .malformed(let byte, let near): "not JSON at byte \(byte), near “\(near)”"
    case .unterminatedQuote(let line): "the quote that opens on line \(line) is never closed"
    case .mostlySetAside(let count, let all, let reasons):
      "\(count) of \(all) records cannot be kept: "
        + reasons.map(\.description).joined(separator: "; ")
    case .tooLarge(let limit): "a packet of more than \(limit) bytes"
    }
  }
}

extension DecodingFailure {
  /// The failure of a flaw in an answer.
  init(_ flaw: JSONFlaw, in bytes: Bytes) {
    switch flaw {
    case .truncated(let byte): self = .truncated(byte: byte)
    case .unexpected(let byte):
      self = .malformed(byte: byte, near: bytes.part(byte..<bytes.count).excerpt(20))
    case .tooDeep:
      self = .wrongShape(
        expected: "records", got: "JSON nested more than \(RecordScanner.deepest) levels deep")
    }
  }
}
