import AlmanacDeclarations
import AlmanacEngine
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import AlmanacWebsite

@Suite struct `What the engine says in English` {
  let languages: Languages

  init() throws {
    languages = try Languages(folder: TrialLibrary.share.appending(path: "words"))
  }

  static let retold = [
    (
      "data.nasa.gov could not be reached: its name is not known",
      "nie udało się połączyć z data.nasa.gov: nazwa nie jest znana"
    ),
    ("koleo.pl did not answer in time", "koleo.pl nie odpowiedział na czas"),
    (
      "the server answered 403 Forbidden. It may want a key or token, or it refuses programs like "
        + "this one",
      "serwer odpowiedział 403 Forbidden. Być może wymaga klucza lub tokenu albo odrzuca takie "
        + "programy"
    ),
    ("the server answered 503 Busy: try later", "serwer odpowiedział 503 Busy: try later"),
    (
      "90 of 100 records cannot be kept: no key, key repeats. The key should stand under id",
      "z 100 rekordów nie da się zachować 90: brak klucza, klucz się powtarza. "
        + "Klucz powinien być pod id"
    ),
    (
      "the answer keeps only 3 of the copy's 250 records",
      "w odpowiedzi jest tylko 3 z 250 rekordów kopii"
    ),
    (
      "the answer is empty; besides, koleo.pl did not answer in time",
      "odpowiedź jest pusta; poza tym koleo.pl nie odpowiedział na czas"
    ),
    (
      "There is no field \"mas\". Did you mean \"mass\"? Fields that sort: name, mass.",
      "Nie ma pola „mas”. Czy chodziło o „mass”? Sortować można według pól: name, mass."
    ),
    (
      "Expected a whole number from 1 to 1000, found \"x. y\".",
      "Oczekiwano: liczba całkowita od 1 do 1000; podano: „x. y”."
    ),
    ("Expected json or html, found \"xml\".", "Oczekiwano: json lub html; podano: „xml”."),
    ("Something that nobody has translated. Yet.", "Something that nobody has translated. Yet."),
    ("", ""),
  ]

  @Test(arguments: retold)
  func `is said in another language, as far as it is known`(text: String, polish: String) throws {
    #expect(try #require(languages.catalogues["pl"]).retell(text) == polish)
    #expect(languages.english.retell(text) == text)
  }

  /// The mistakes that a list's address can have.
  static let mistakes = [
    "nmae=x", "sort=mas", "sort=place", "sort=mass,-mass", "offset=-1", "limit=0", "limit=x",
    "view=heavy", "collation=xx", "mass.min=a", "mass.mni=1", "name.min=a", "place=1",
    "place.known=maybe", "year.min=x", "go-to=x", "units=1", "anchor-id=1",
  ]

  @Test func `is known wherever an address is mistaken`() async throws {
    try await TrialLibrary.ask { client in
      for mistake in Self.mistakes {
        let english = try await Self.detail("/stones.json?\(mistake)", client)
        for language in `A translation`.others {
          let other = try await Self.detail("/stones.json?\(mistake)&lang=\(language)", client)
          let left = other.firstMatch(of: /\b(the|is|There|Expected|found|no|of|which|number)\b/)
          #expect(other != english && left == nil, "\(other)")
        }
      }
    }
  }

  private static func detail(
    _ address: String, _ client: any TestClientProtocol
  ) async throws -> String {
    let answer = try await client.execute(uri: address, method: .get)
    #expect(answer.status == .badRequest)
    return try JSONDecoder().decode(ProblemBody.self, from: Data(answer.body.readableBytesView))
      .detail
  }

  @Test func `has no translation of what it never says`() throws {
    let sources = try [
      "Engine", "Fetching", "Decoding", "Declarations", "Storage", "Notifying", "Website",
    ]
    .flatMap { try `The catalogue of words`.texts("Sources/\($0)", ".swift") }.joined()
    .replacing(/"\s*\n\s*\+ "/, with: "").replacing(/\\\n\s*/, with: "").replacing(
      "\\\"", with: "\""
    )
    .lowercased()
    for case (let key, .text(let text)) in languages.english.phrases
    where key.hasPrefix(Retelling.prefix) {
      let literals = text.split(separator: /\{\w+\}/).map { $0.lowercased() }
      let longest = literals.map(\.count).max() ?? 0
      let isSaid = literals.contains { $0.count >= min(longest, 8) && sources.contains($0) }
      #expect(isSaid, "\(key)")
    }
  }
}
