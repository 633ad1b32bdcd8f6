import AlmanacDeclarations
import AlmanacEngine
import Foundation
import Testing

@testable import AlmanacWebsite

@Suite struct `A message` {
  let languages: Languages

  init() throws {
    languages = try Languages(folder: TrialLibrary.share.appending(path: "words"))
  }

  private func told(_ message: Message, _ language: String) throws -> String {
    try #require(languages.catalogues[language]).tell(message)
  }

  @Test(arguments: [
    ("en", "There is no dataset \"x\". Did you mean \"y\"?"),
    ("pl", "Nie ma zbioru danych „x”. Czy chodziło o „y”?"),
    ("sk", "Súbor údajov „x“ neexistuje. Mysleli ste „y“?"),
    ("ru", "Нет набора данных «x». Возможно, вы имели в виду «y»?"),
  ])
  func `is said by its key, sentence by sentence`(language: String, text: String) throws {
    let hint: Message = " Did you mean \"\("y")\"?"
    let message = Message("There is no dataset \"\("x")\".").hinted(hint)
    #expect(try told(message, language) == text)
  }

  @Test func `has values that are clauses with keys of their own`() throws {
    let problem = QueryProblem(
      parameter: "limit", expected: "a whole number from \(1) to \(1000)", found: "x. y")
    #expect(problem.description == "limit: Expected a whole number from 1 to 1000, found \"x. y\".")
    #expect(
      try told(problem.message, "pl")
        == "Oczekiwano: liczba całkowita od 1 do 1000; podano: „x. y”.")
  }

  static let counted = [
    ("en", ["d: 1 record", "d: 2 records", "d: 5 records", "d: 22 records", "d: 12,345 records"]),
    (
      "pl", ["d: 1 rekord", "d: 2 rekordy", "d: 5 rekordów", "d: 22 rekordy", "d: 12 345 rekordów"]
    ),
    (
      "sk",
      ["d: 1 záznam", "d: 2 záznamy", "d: 5 záznamov", "d: 22 záznamov", "d: 12 345 záznamov"]
    ),
    ("ru", ["d: 1 запись", "d: 2 записи", "d: 5 записей", "d: 22 записи", "d: 12 345 записей"]),
  ]

  @Test(arguments: counted)
  func `takes the form of its number`(language: String, texts: [String]) throws {
    let said = try [1, 2, 5, 22, 12345].map { try told("\("d"): \($0) records", language) }
    #expect(said.map { $0.replacing("\u{A0}", with: " ") } == texts)
  }

  @Test func `keeps the braces that are its own`() throws {
    let message: Message =
      "expected ${NAME}: secrets come from the environment, never from the file."
    for language in `A translation`.others {
      let text = try told(message, language)
      #expect(text.contains("${NAME}") && text != message.description)
    }
  }

  @Test func `stays in English where nobody has translated it`() throws {
    let message: Message = "Nobody has translated \("this") \(2) times."
    for language in languages.codes {
      #expect(try told(message, language) == "Nobody has translated this 2 times.")
    }
  }

  @Test func `that holds what the engine said is told as the engine's sentence`() throws {
    let why = "koleo.pl did not answer in time"
    #expect(try told("\(why)", "pl") == "koleo.pl nie odpowiedział na czas")
    #expect(
      try told("failed since \("today"): \(why)", "ru")
        == "не удаётся с today: koleo.pl не ответил вовремя")
  }

  @Test func `equals another that says the same`() {
    let name = "x"
    #expect("no \(name)" as Message == "no x")
    #expect("no \(name)" as Message != "no y")
  }

  @Test func `is what errors and dataset files are told by`() throws {
    let problem = DeclarationProblem(
      file: "a.yaml", line: 3, key: "title", message: "missing: expected \("x" as Message).")
    #expect(problem.description == "a.yaml:3: title: missing: expected x.")
    #expect(
      problem.publicDescription(try #require(languages.catalogues["sk"]))
        == "a.yaml:3: title: chýba: očakáva sa: x.")
  }

  @Test func `of every English phrase is found under one key`() {
    let keys = languages.english.phrases.keys.filter { key in
      Sentences.prefixes.contains(where: key.hasPrefix)
    }
    let sentences = Sentences(english: languages.english.phrases)
    #expect(
      keys.count > 400 && sentences.count == keys.count, "two phrases say the same in English")
  }
}
