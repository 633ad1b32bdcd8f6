import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite(.timeLimit(.minutes(5))) struct `The parts of a page` {
  static let paths =
    `The contract of every route`.pages.filter { $0 != "/patterns" } + [
      "/stones/distance", "/stones/distance?from=s1&to=s2", "/stones/near?id=s1", "/nothing-here",
      "/stones?sort=nam", "/stones?limit=0", "/lands?open-row=AA",
    ]

  @Test(arguments: ["en", "pl", "sk", "ru"])
  func `rendered again are the page, byte for byte`(language: String) async throws {
    try await TrialLibrary.with { website in
      let app = website.application(logger: Logger(label: "test"))
      try await app.test(.router) { client in
        for path in Self.paths {
          let page = try await client.execute(
            uri: path, method: .get, headers: [.acceptLanguage: language])
          let parts = try await client.execute(
            uri: path, method: .get,
            headers: [.acceptLanguage: language, .accept: PageModel.type])
          #expect(parts.headers[.contentType] == PageModel.type)
          #expect(parts.status == page.status)
          let told = try TemplateParts(parts.body)
          #expect(told.language == language)
          #expect(told.page(website) == String(buffer: page.body), "\(path)")
        }
      }
    }
  }

  @Test(arguments: ["/", "/stones", "/nothing-here"])
  func `say that they depend on what is accepted`(path: String) async throws {
    try await TrialLibrary.ask { client in
      for accept in ["text/html", PageModel.type] {
        let answer = try await client.execute(uri: path, method: .get, headers: [.accept: accept])
        let names = (answer.headers[.vary] ?? "").split(separator: ",")
          .map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(names.contains("Accept") && names.contains("Accept-Language"))
      }
    }
  }

  @Test func `are not sent again to who has them, and no page's tag stands for them`() async throws
  {
    try await TrialLibrary.ask { client in
      let page = try await client.execute(uri: "/stones", method: .get)
      let first = try await client.execute(
        uri: "/stones", method: .get, headers: [.accept: PageModel.type])
      let tag = try #require(first.headers[.eTag])
      #expect(tag != page.headers[.eTag])
      let again = try await client.execute(
        uri: "/stones", method: .get, headers: [.accept: PageModel.type, .ifNoneMatch: tag])
      #expect(again.status == .notModified)
      let head = try await client.execute(
        uri: "/stones", method: .head, headers: [.accept: PageModel.type])
      #expect(head.headers[.eTag] == tag)
      #expect(head.body.readableBytes == 0)
    }
  }

  @Test func `hold any text as JSON has it`() throws {
    let odd = "\" \\ \n \r \t \u{0} \u{1F} / é 😀 \u{2028} </script>"
    let value: [String: Any] = [
      "text": odd, odd: true, "list": [1, -2, "a", [String: Any]()] as [Any],
      "nothing": TemplateValue.Nothing(),
    ]
    let read = try JSONSerialization.jsonObject(with: Data(TemplateJSON.bytes(value)))
    let values = try #require(read as? [String: Any])
    #expect(values["text"] as? String == odd)
    #expect(values[odd] as? Bool == true)
    #expect((values["list"] as? [Any])?.count == 4)
    #expect(values["nothing"] is NSNull)
    #expect(TemplateJSON.bytes(value) == TemplateJSON.bytes(value))
  }
}

/// The parts of a page as a browser has them: nothing but what JSON says.
struct TemplateParts {
  let template: String
  let language: String
  var model: [String: Any]
  var frame: [String: Any]

  init(_ body: ByteBuffer) throws {
    try self.init(JSONDecoder().decode(JSONValue.self, from: Data(body.readableBytesView)))
  }

  init(_ value: JSONValue) throws {
    let whole = try #require(value.plain as? [String: Any])
    template = try #require(whole["template"] as? String)
    language = try #require(whole["language"] as? String)
    model = try #require(whole["model"] as? [String: Any])
    frame = try #require(whole["frame"] as? [String: Any])
  }

  /// The page, by the website's templates and words.
  func page(_ website: Website) -> String {
    let words = website.languages.catalogues[language] ?? website.languages.english
    var frame = frame
    frame["content"] = website.templates.part(model, template: template, words: words)
    return website.templates.part(frame, template: "frame", words: words)
  }
}

/// A value of JSON, which tells truths from numbers.
enum JSONValue: Decodable, Hashable, Sendable {
  case nothing
  case truth(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .nothing
    } else if let truth = Self.value(Bool.self, container) {
      self = .truth(truth)
    } else if let number = Self.value(Double.self, container) {
      self = .number(number)
    } else if let text = Self.value(String.self, container) {
      self = .text(text)
    } else if let list = Self.value([JSONValue].self, container) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  private static func value<Value: Decodable>(
    _ type: Value.Type, _ container: any SingleValueDecodingContainer
  ) -> Value? {
    do { return try container.decode(type) } catch { return nil }  // it is of another type
  }

  /// The value as templates read it.
  var plain: Any {
    switch self {
    case .nothing: TemplateValue.Nothing()
    case .truth(let truth): truth
    case .number(let number): Int(number)
    case .text(let text): text
    case .list(let list): list.map(\.plain)
    case .object(let values): values.mapValues(\.plain)
    }
  }

  subscript(_ name: String) -> JSONValue? {
    if case .object(let values) = self { values[name] } else { nil }
  }

  subscript(_ place: Int) -> JSONValue? {
    if case .list(let list) = self, list.indices.contains(place) { list[place] } else { nil }
  }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var list: [JSONValue] { if case .list(let list) = self { list } else { [] } }
  var object: [String: JSONValue] { if case .object(let values) = self { values } else { [:] } }
}
