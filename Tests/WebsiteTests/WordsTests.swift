import AlmanacCore
import AlmanacDeclarations
import AlmanacEngine
import Foundation
import Testing

@testable import AlmanacWebsite

@Suite struct `The catalogue of words` {
  let english: Catalogue

  init() throws {
    english = try Catalogue(contentsOf: Self.words.appending(path: "en.json"))
  }

  static let words = TrialLibrary.share.appending(path: "words")

  /// The text of all files below a folder of the repository.
  static func texts(
    _ folder: String, _ ending: String, without prefix: String = "/"
  ) throws -> [String] {
    let start = TrialLibrary.repository.appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: start.path)
      .filter { $0.hasSuffix(ending) && !$0.hasPrefix(prefix) }
      .map { try String(contentsOf: start.appending(path: $0), encoding: .utf8) }
  }

  /// The keys that templates ask for.
  static func keysInTemplates() throws -> Set<String> {
    let templates = try texts("share/templates", ".mustache")
    return Set(
      templates.flatMap { $0.matches(of: /\{\{words\.([a-z_.]+)\}\}/).map { String($0.1) } })
  }

  /// The keys of routes, of components and of their states.
  static func keys(of website: Website) throws -> [String] {
    let maker = PatternsPageMaker(
      website: website, samples: try PatternSamples(website.share),
      words: website.languages.english)
    let patterns = maker.page().patterns
    let states = patterns.flatMap { pattern in
      pattern.specimens.map { "patterns.state." + $0.anchor.dropFirst(pattern.anchor.count + 1) }
    }
    return website.routes.map { "api.\($0.name)" } + states
      + patterns.map { "patterns.part.\($0.anchor)" }
  }

  /// The keys that are put together while the program runs.
  static var composedKeys: Set<String> {
    var keys: Set<String> = []
    for kind in Problem.Kind.allCases {
      for part in ["title", "what", "still", "next"] {
        keys.insert("problem.\(kind.rawValue).\(part)")
      }
    }
    for number in 1...12 { keys.formUnion(["date.month.\(number)", "date.month.\(number).short"]) }
    for number in 1...7 {
      keys.formUnion(["date.weekday.\(number)", "date.weekday.\(number).when"])
    }
    for kind in ["number", "text", "time"] {
      keys.formUnion(["sort.\(kind).ascending", "sort.\(kind).descending"])
    }
    for kind in ["failed", "postponed", "held", "repaired"] { keys.insert("trouble.\(kind)") }
    for format in ExportFormat.allCases { keys.insert("export.\(format)") }
    for unit in UnitText.known { keys.insert("unit.\(unit)") }
    for name in ["lang", "q", "sort", "offset", "limit", "view", "filters", "in", "collation"] {
      keys.insert("api.query.\(name)")
    }
    keys.insert("api.path.id")
    let live = [
      LiveRequest.anchorParameter, LiveRequest.leadParameter, LiveWish.rowsParameter,
      LiveWish.versionParameter,
    ]
    for name in live { keys.insert("api.query.\(name)") }
    for move in MapMove.scales + MapMove.directions { keys.insert("map.\(move.rawValue)") }
    for name in [MapQuery.spotParameter, MapQuery.openParameter, OpenRows.parameter] {
      keys.insert("api.query.\(name)")
    }
    for name in ChangesQuery.parameterNames { keys.insert("api.changes_query.\(name)") }
    for name in DistanceRequest.parameterNames { keys.insert("api.measure_query.\(name)") }
    for name in NearParameters.names { keys.insert("api.measure_query.\(name)") }
    for name in KeptRequest.parameterNames { keys.insert("api.keeping_query.\(name)") }
    for name in ["asking", "denied", "failed"] { keys.insert("near.\(name)") }
    for unit in DistanceUnit.allCases { keys.insert("distance.unit.\(unit.rawValue)") }
    for system in UnitSystem.choices { keys.insert("preferences.units.\(system.rawValue)") }
    for name in [Look.themeCookie, Look.densityCookie, Look.textCookie] {
      keys.insert("preferences.\(name)")
      for value in ["usual"] + Look.choices(name) { keys.insert("preferences.\(name).\(value)") }
    }
    for wind in 0..<8 { keys.insert("distance.wind.\(wind)") }
    for name in ["from", "to", "in.km", "in.mi", "initial", "final"] {
      keys.insert("distance.\(name)")
    }
    for kind in Change.Kind.allCases {
      let name = kind.rawValue
      keys.formUnion(["changes.\(name)", "changes.\(name).count", "changes.only.\(name)"])
    }
    return keys
  }

  @Test func `has every phrase that is asked for`() async throws {
    let sources = try Self.texts("Sources/Website", ".swift")
    let said = Set(
      sources.flatMap {
        $0.matches(of: /(?:say|count)\(\s*"([a-z_.]+)"/).map { String($0.1) }
      })
    let routes = try await TrialLibrary.with { try Self.keys(of: $0) }
    let asked = said.union(try Self.keysInTemplates()).union(Self.composedKeys).union(routes)
    #expect(asked.subtracting(english.phrases.keys).sorted() == [])
  }

  @Test func `has no phrase that nobody asks for`() async throws {
    let sources =
      try (Self.texts("Sources/Website", ".swift") + Self.texts("share/scripts", ".js")).joined()
    let routes = try await TrialLibrary.with { try Self.keys(of: $0) }
    let known = try Self.keysInTemplates().union(Self.composedKeys).union(routes)
    let unused = english.phrases.keys.filter { key in
      !known.contains(key) && !Sentences.prefixes.contains(where: key.hasPrefix)
        && !sources.contains("\"\(key)\"")
    }
    #expect(unused.sorted() == [])
  }

  @Test func `leaves no English in the templates`() throws {
    for template in try Self.texts("share/templates", ".mustache") {
      let text =
        template.replacing(/\{\{[^}]*\}\}\}?/, with: "").replacing(/<[^>]*>/, with: "")
        .replacing("Data:", with: "").replacing(".json", with: "").replacing("&amp;", with: "")
      #expect(
        text.firstMatch(of: /[A-Za-z]{2,}/) == nil,
        "\(text.trimmingCharacters(in: .whitespacesAndNewlines))")
    }
  }

  @Test func `fills names once, so that values may hold braces`() {
    let catalogue = Catalogue(
      language: "en", phrases: ["x": .text("{a} and {b} {c}"), "n": .counted(["one": "{count}!"])])
    #expect(catalogue.say("x", ["a": "{b}", "b": "2"]) == "{b} and 2 {c}")
    #expect(catalogue.say("none") == "[none]")
    #expect(catalogue.count("x", 1) == "[x]")
  }
}

@Suite struct `Plural forms` {
  @Test(arguments: [
    ("en", [0: "other", 1: "one", 2: "other", 11: "other", 21: "other"]),
    ("pl", [0: "many", 1: "one", 2: "few", 5: "many", 12: "many", 21: "many", 22: "few"]),
    ("sk", [0: "other", 1: "one", 2: "few", 4: "few", 5: "other", 22: "other"]),
    (
      "ru",
      [0: "many", 1: "one", 2: "few", 5: "many", 11: "many", 12: "many", 21: "one", 24: "few"]
    ),
  ])
  func `follow CLDR`(language: String, forms: [Int: String]) {
    for (number, form) in forms {
      #expect(PluralRule.category(of: number, in: language).rawValue == form, "\(number)")
    }
  }
}

@Suite struct `Languages of a request` {
  @Test(
    arguments: [
      (nil, "en"), ("pl", "pl"), ("de, pl;q=0.5", "pl"), ("pl;q=0.1, en;q=0.9", "en"),
      ("pl-PL", "pl"), ("de", "en"), ("pl;q=0", "en"), ("", "en"), (";;q=x", "en"),
    ] as [(String?, String)])
  func `are chosen by weight, then by order`(header: String?, language: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "words-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["en", "pl"] {
      try Data("{}".utf8).write(to: folder.appending(path: "\(name).json"))
    }
    let languages = try Languages(folder: folder)
    #expect(languages.best(for: header).language == language)
    try FileManager.default.removeItem(at: folder)
  }
}
