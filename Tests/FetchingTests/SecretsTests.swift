import Foundation
import Logging
import Synchronization
import Testing

@testable import AlmanacFetching

@Suite struct `A secret` {
  static let value = #"k+y/"s&cr et'"#
  static let secrets = Secrets([("${KEY}", value)])

  static let forms: [String] = [
    value, value.uppercased(), "k%2By%2F%22s%26cr%20et%27", "k%2by%2f%22s%26cr%20et%27",
    "k%2By%2F%22s%26cr+et%27", #"k+y/\"s&cr et'"#, #"k+y\/\"s&cr et'"#,
    "k+y/&quot;s&amp;cr et'", "k+y/&#34;s&amp;cr et&#39;", Data(value.utf8).base64EncodedString(),
    Data(value.utf8).base64EncodedString().replacing("=", with: ""),
  ]

  @Test(arguments: forms) func `is masked in every form in which servers echo it`(form: String) {
    #expect(Self.secrets.masking("before \(form) after") == "before ${KEY} after")
    #expect(Self.secrets.masking("x\(form)\(form)y") == "x${KEY}${KEY}y")
  }

  @Test func `that is cut off at the end of a text is masked, and one that is too short is not`() {
    let secrets = Secrets([("${KEY}", "abcdefghijkl")])
    for text in ["abcdefghijk", "abcdef", "abcdef…", "abcdefgh\"…"] {
      #expect(secrets.masking("said \(text)").hasPrefix("said ${KEY}"), "\(text)")
    }
    #expect(secrets.masking("said abcde") == "said abcde")
    #expect(secrets.masking("abcdef and more") == "abcdef and more")
  }

  @Test(arguments: [
    ("123", "123 or 123", "123 or 123"), ("1234", "1234 or a1234 or 12345", "K or a1234 or 12345"),
    ("12345", "(12345)", "(K)"), ("123456", "a123456b", "aKb"),
  ])
  func `of few letters is a word or nothing`(value: String, text: String, masked: String) {
    #expect(Secrets([("K", value)]).masking(text) == masked)
  }

  @Test(arguments: [
    ("http://h.org", "http://h.org/x and h.org", "http://h.org/x and h.org"),
    ("http://h.org/secret/path", "http://h.org/secret/path", "http://h.orgK"),
    ("http://h.org/?k=abcdefg", "http://h.org/?k=abcdefg, abcdefg", "http://h.org/K, K"),
    ("http://me:passw@h.org/", "me passw, bWU6cGFzc3c=", "me K, K"),
    ("Basic bWU6cGFzc3c=", "passw and me:passw", "K and K"),
    ("/home/me/x.json", "/home/me/x.json", "K"),
  ])
  func `that is an address hides all but its server`(value: String, text: String, masked: String) {
    #expect(Secrets([("K", value)]).masking(text) == masked)
  }

  @Test func `that is longer and holds another is masked whole`() {
    let secrets = Secrets([("A", "abcdef"), ("B", "abcdefghij")])
    #expect(secrets.masking("abcdefghij abcdef-") == "B A-")
  }

  @Test func `is in no line of a log, at no place of it`() {
    let lines = Lines()
    var logger = Logger(label: "test") { _ in Recorder(lines: lines) }.hiding(Self.secrets)
    logger[metadataKey: "own"] = "\(Self.value)"
    logger.error(
      "at \(Self.value)",
      metadata: ["a": "\(Self.value)", "b": ["\(Self.value)"], "c": ["d": "\(Self.value)"]])
    let all = lines.all.joined()
    #expect(all.contains("${KEY}") && !all.contains("cr et"), "\(all)")
  }
}

private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

private struct Recorder: LogHandler {
  let lines: Lines
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    lines.add("\(event.message) \(metadata) \(event.metadata ?? [:])")
  }
}
