import AlmanacDeclarations
import AlmanacEngine
import Foundation
import Testing

@testable import AlmanacWebsite

@Suite struct `Measures in the person's units` {
  static func text(
    _ number: Double, _ unit: String, _ decimals: Int? = nil, _ system: UnitSystem,
    language: String = "en"
  ) throws -> String {
    var words = try `A translation`.catalogue(language)
    words.units = system
    return UnitText(words: words).text(number, unit: unit, decimals: decimals)
      .replacing("\u{A0}", with: " ")
  }

  @Test(
    arguments: [
      (21, "g", nil, "21 g", "0.741 oz", "21 g"), (1070, "g", nil, "1.07 kg", "2.36 lb", "1.07 kg"),
      (60_000_000, "g", nil, "60 t", "132,277 lb", "60 t"), (0, "g", nil, "0 g", "0 oz", "0 g"),
      (453.59237, "g", nil, "453.59237 g", "1 lb", "453.59237 g"),
      (312_679, "km2", 0, "312,679 km²", "120,726 sq mi", "120,726 sq mi"),
      (0.49, "km2", 0, "0.49 km²", "0.19 sq mi", "0.19 sq mi"),
      (2.02, "km2", 0, "2 km²", "0.78 sq mi", "0.78 sq mi"),
      (34.2, "km2", 0, "34 km²", "13 sq mi", "13 sq mi"),
      (0, "km2", 0, "0 km²", "0 sq mi", "0 sq mi"),
      (8849, "m", 0, "8,849 m", "29,032 ft", "8,849 m"),
      (-430, "m", nil, "−430 m", "−1,411 ft", "−430 m"),
      (5, "km", nil, "5 km", "3.11 mi", "3.11 mi"), (30, "cm", nil, "30 cm", "11.8 in", "30 cm"),
      (29_032, "ft", nil, "8,849 m", "29,032 ft", "8,849 m"),
      (1, "ac", nil, "0.405 ha", "1 ac", "0.405 ha"),
      (12, "bushels", nil, "12 bushels", "12 bushels", "12 bushels"),
    ] as [(Double, String, Int?, String, String, String)])
  func `are metric, imperial, or British with miles for roads and land`(
    number: Double, unit: String, decimals: Int?, metric: String, imperial: String, british: String
  ) throws {
    #expect(try Self.text(number, unit, decimals, .metric) == metric)
    #expect(try Self.text(number, unit, decimals, .imperial) == imperial)
    #expect(try Self.text(number, unit, decimals, .british) == british)
  }

  @Test(arguments: [("pl", "120 726 mi²"), ("sk", "120 726 mi²"), ("ru", "120 726 миль²")])
  func `are written as the language writes them`(language: String, text: String) throws {
    #expect(try Self.text(312_679, "km2", 0, .imperial, language: language) == text)
  }

  @Test(arguments: [
    ("US", UnitSystem.imperial), ("gb", .british), ("PL", .metric), ("PR", .imperial),
  ])
  func `are those of the region where nothing is chosen`(region: String, system: UnitSystem) {
    #expect(UnitSystem(region: region) == system)
    #expect(UnitSystem(region: nil) == .metric)
  }

  @Test(arguments: MeasureUnit.allCases)
  func `come back from the other system as what they were`(unit: MeasureUnit) throws {
    for system in UnitSystem.allCases {
      let there = system.measure(7, unit.rawValue)
      let other = try #require(MeasureUnit(rawValue: there.unit))
      let back: UnitSystem = unit.isMetric ? .metric : .imperial
      let again = back.measure(there.number, other.rawValue)
      let size = try #require(MeasureUnit(rawValue: again.unit)).size
      #expect(abs(again.number * size - 7 * unit.size) < 1e-9 * unit.size)
    }
  }

  @Test func `leave a filter the unit that it takes`() throws {
    var words = try `A translation`.catalogue("en")
    words.units = .imperial
    let dataset = Dataset(
      id: "lands", source: Source(kind: .json, url: "x"), key: Key(from: [FieldPath("id")]),
      fields: [Field(name: "area", type: .number, unit: "km2", decimals: 0)])
    let query = try TableQuery(parameters: [("area.min", "1000")], dataset: dataset)
    let form = FilterForm(dataset: dataset, query: query, words: words)
    #expect(form.controls.first?.title == "Area, km²")
    #expect(form.chips.first?.title.replacing("\u{A0}", with: " ") == "Area from 1,000 km²")
  }
}

@Suite struct `Counted phrases` {
  static let numbers: [Double] = [0, 1, 2, 5, 11, 21, 22, 25, 1.5]
  typealias Category = PluralRule.Category

  @Test(
    arguments: [
      ("en", [.other, .one, .other, .other, .other, .other, .other, .other, .other]),
      ("pl", [.many, .one, .few, .many, .many, .many, .few, .many, .other]),
      ("sk", [.other, .one, .few, .other, .other, .other, .other, .other, .many]),
      ("ru", [.many, .one, .few, .many, .many, .one, .few, .many, .other]),
    ] as [(String, [Category])])
  func `take the form of CLDR's rules`(language: String, categories: [Category]) {
    #expect(Self.numbers.map { PluralRule.category(of: $0, in: language) } == categories)
  }

  /// A form without its number stands for one alone, and Russian's also for 21.
  @Test(arguments: ["en", "pl", "sk", "ru"])
  func `have a form for every number, with the number in it`(language: String) throws {
    let words = try `A translation`.catalogue(language)
    for (key, phrase) in words.phrases {
      guard case .counted = phrase else { continue }
      for number in Self.numbers {
        let written = NumberText(words: words).decimal(number)
        let told = words.count(key, number, written: written)
        #expect(!told.contains("[") && (told.contains(written) || number == 1), "\(key): \(told)")
        if let whole = Int(exactly: number) {
          let same = words.count(key, whole)
          #expect(!same.contains("[") && (same.contains(written) || number == 1), "\(key)")
        }
      }
    }
  }

  @Test(arguments: [
    ("en", ["0 people", "1 person", "21 people", "1.5 people"]),
    ("pl", ["0 osób", "1 osoba", "21 osób", "1,5 osoby"]),
    ("sk", ["0 osôb", "1 osoba", "21 osôb", "1,5 osoby"]),
    ("ru", ["0 человек", "1 человек", "21 человек", "1,5 человека"]),
  ])
  func `of people have decimals too`(language: String, texts: [String]) throws {
    let told = try [0, 1, 21, 1.5].map {
      try `Measures in the person's units`.text($0, "people", nil, .metric, language: language)
    }
    #expect(told == texts)
  }
}
