import AlmanacDeclarations
import Foundation
import Testing

@Suite struct `A dataset file` {
  @Test(arguments: ["countries", "deals", "meteorites", "stations"])
  func `is sound for every built-in dataset`(id: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let dataset = try DatasetFolder.read(root.appending(path: "Datasets/\(id)/dataset.yaml"))
    #expect(dataset.id == id)
    for language in ["en", "pl", "sk", "ru"] {
      #expect(dataset.title.byLanguage[language] != nil)
      for field in dataset.fields where dataset.source.simulation == nil || field.name != "id" {
        #expect(field.title.byLanguage[language] != nil, "\(field.name) in \(language)")
      }
    }
  }

  @Test(arguments: ["no", "1e3", "2011-01-01", "0x10", "1:30", "true", "'null'", "007", "<<", "="])
  func `takes a text as it is written, whatever YAML makes of it`(text: String) throws {
    let read = try dataset(Sample.csv.text.replacing("title: Shops", with: "title: \(text)"))
    #expect(read.title.text(in: "en") == text.replacing("'", with: ""))
  }

  @Test func `may be written in Norwegian`() throws {
    let read = try dataset(
      Sample.csv.text.replacing("title: Shops", with: "title: { en: Shops, no: Butikker }"))
    #expect(read.title.text(in: "no") == "Butikker")
  }

  @Test(arguments: ["010", "0b11", "1_000", "0x10", "1:30", "1e2", "12.0", "''", "many", "2 "])
  func `takes whole numbers in decimal digits alone`(text: String) throws {
    let told = try problems(in: Sample.stream.text.replacing("packet: 10", with: "packet: \(text)"))
    let isTaken = ["010", "2 "].contains(text)
    #expect(told.map(\.key) == (isTaken ? [] : ["source.simulate.packet"]))
  }

  @Test func `says how a stream's records are told apart and grouped`() throws {
    let declared = try dataset(Sample.stream.text)
    #expect(declared.source.group == Source.Group(records: 100, wait: .milliseconds(20)))
    #expect(declared.revisionIndex == 0 && !declared.source.isFed)
    let usual = try dataset(
      Sample.stream.text.replacing("group: { records: 100, wait: 20ms }", with: "url: deals")
        .replacing(#/\n  simulate:(\n    .*)+/#, with: ""))
    #expect(usual.source.group == Source.Group(records: 2000, wait: .milliseconds(50)))
    #expect(!usual.source.isFed)
  }

  @Test func `of a stream with neither address nor simulator is fed by a program`() throws {
    let text = Sample.stream.text.replacing(#/\n  simulate:(\n    .*)+/#, with: "")
    #expect(try dataset(text).source.isFed)
    let told = try problems(in: text.replacing("revision: at", with: "headers: { A: b }"))
    #expect(told.map(\.message) == ["needs url: a stream without one is fed by a program."])
  }

  @Test(arguments: [
    ("shops.csv", "shops.csv"), ("./data/shops.csv", "data/shops.csv"),
    ("my shops.csv", "my%20shops.csv"), ("../shops.csv", "../shops.csv"),
    ("\"shops-${YEAR:-2026}.csv\"", "shops-${YEAR:-2026}.csv"),
  ]) func `finds a path beside itself`(path: String, end: String) throws {
    let folder = try TemporaryFolder()
    let text = Sample.csv.text.replacing("shops.csv", with: path)
    let read = try DatasetFolder.read(folder.write("shops/dataset.yaml", text))
    let base = folder.url.appending(path: "shops").absoluteString
    let expected = URL(string: "\(base)/\(end)")?.standardized.absoluteString ?? ""
    let isEnvironment = end.contains("$")
    #expect(read.source.url == (isEnvironment ? "\(base)/\(end)" : expected))
  }

  @Test func `finds what it lends beside itself`() throws {
    let builtIn = try TemporaryFolder()
    let own = try TemporaryFolder()
    try builtIn.write(
      "shops.yaml", Sample.json.text.replacing("https://example.org/shops", with: "s.json"))
    try own.write("shops.yaml", "extends: shops\ntitle: Mine\n")
    let read = try #require(DatasetFolder.load([builtIn.url, own.url]).datasets.first)
    #expect(read.source.url == builtIn.url.appending(path: "s.json").absoluteString)
    #expect(read.snapshot?.file == builtIn.url.appending(path: "snapshot.json").path)
    #expect(read.field("logo")?.hosts == ["logos.example.org"])
    #expect(read.field("logo")?.file == builtIn.url.appending(path: "logos/{id_lower}.png").path)
    #expect(read.title.text(in: "en") == "Mine")
  }

  @Test func `keeps {id} in the path of a join that is asked per record`() throws {
    let read = try dataset(
      Sample.next.text.replacing("https://example.org/shops/{id}", with: "details/{id}.json"))
    #expect(read.source.joins.first?.url.hasSuffix("/details/{id}.json") == true)
    #expect(read.field("place")?.link == "page")
  }

  @Test func `reads anchors and aliases as if they were written out`() throws {
    let text = Sample.csv.text.replacing("title: Shops", with: "title: &words { en: Shops }")
    let read = try dataset(text + "summary: *words\n")
    #expect(read.summary == read.title)
  }

  @Test func `blames the line of an alias, not of its anchor`() throws {
    let text = Sample.csv.text.replacing("title: Shops", with: "title: &words { en: Shops }")
    #expect(
      try problems(in: text + "measure: *words\n").map(\.short) == [
        "11: measure: expected a text, found a mapping."
      ])
  }

  @Test func `does not merge keys`() throws {
    let text = Sample.csv.text.replacing("credit: {", with: "credit: { <<: { homepage: x },")
    #expect(try problems(in: text).map(\.short) == ["7: credit.<<: unknown key."])
  }

  @Test func `is told of a key that is no word`() throws {
    let told = try problems(in: Sample.csv.text + "? [a, b]\n: c\n").map(\.short)
    #expect(told == ["11: : expected a word as key."])
  }

  @Test func `never shows a secret in a complaint`() throws {
    for (sample, sound, spoilt) in [
      (Sample.soda, "${TOKEN}", "s3cr3t"), (.soda, "${TOKEN}", "${TOKEN:-s3cr3t}"),
      (.json, "X-Version: \"1\"", "Authorization: s3cr3t"),
      (.json, "X-Version: \"1\"", "x-api-key: s3cr3t"),
    ] {
      let told = try problems(in: sample.text.replacing(sound, with: spoilt))
      #expect(told.count == 1)
      #expect(!told.map(\.message.description).joined().contains("s3cr3t"))
    }
  }

  @Test func `is told all its mistakes at once`() throws {
    var text = Sample.json.text
    for (sound, spoilt) in [
      ("title: { en: Shops", "titel: { en: Shops"), ("kind: json", "kind: jsn"),
      ("size: 50", "size: no"), ("licence: CC0 }\nrefresh", "license: CC0 }\nrefresh"),
      ("every: 24h", "every: daily"), ("decimals: 1", "decimals: x"), ("name: text", "name: txt"),
      ("otherwise: tiny", "otherwize: tiny"), ("sort: [-mass", "sort: [-mas"),
      ("facts: [name", "facts: [nmae"), ("mass.min: 100", "mass.min: x"),
      ("measure: place", "measure: mass"), ("file: snapshot", "file: snapshots"),
    ] {
      #expect(text.contains(sound))
      text = text.replacing(sound, with: spoilt)
    }
    let keys = try problems(in: text).map(\.key)
    #expect(
      keys == [
        "title", "titel", "source.kind", "source.paging.size", "credit.licence", "credit.license",
        "refresh.every", "fields.name", "fields.mass.decimals", "fields.size.bands.otherwise",
        "fields.size.bands.otherwize", "list.sort[0]", "page.facts[0]",
        "views.heavy.where.mass.min", "measure", "snapshot.file", "greeting.facts[0]",
      ])
  }
}
