import AlmanacDeclarations
import AlmanacEngine
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import AlmanacWebsite

/// A table that is divided into sections, and whose title is none of its columns.
@Suite struct `A table in sections` {
  private static let declaration = """
    id: hills
    title: Hills
    source: { kind: csv, url: hills.csv }
    credit: { text: Nobody, licence: CC0 }
    refresh: { every: 1h, when: opened }
    key: id
    fields:
      name: text
      land: text
      height: { type: number, unit: m, decimals: 0 }
      climbed: { type: integer }
    search: [name]
    list: { sort: [-height], title: name, sections: land, columns: [height, climbed] }
    """
  private static let rows = """
    id,name,land,height,climbed
    a,Rysy,Poland,2501,3
    b,Gerlach,Slovakia,2655,1
    c,Śnieżka,Poland,1603,9
    d,Kriváň,Slovakia,2495,4
    e,Nowhere,,12,
    """

  @Test func `has headings, and the declared order below each`() async throws {
    let page = try await Self.page("/hills")
    #expect(
      Self.lines(page) == [
        "# Poland 2", "Rysy", "Śnieżka", "# Slovakia 2", "Gerlach", "Kriváň", "# Elsewhere 1",
        "Nowhere",
      ])
    let heading = "<tr class=\"part\" id=\"section-poland\"><th scope=\"rowgroup\" colspan=\"3\">"
    #expect(page.contains(heading))
    #expect(page.matches(of: /<tbody>/).count == 3 && page.matches(of: /<\/tbody>/).count == 3)
    #expect(page.contains("<nav class=\"jump\"") && page.contains("href=\"#section-slovakia\""))
    #expect(!page.contains("<almanac-table"))
  }

  @Test func `shows its title first where it is none of the declared columns`() async throws {
    let page = try await Self.page("/hills")
    let heads = page.matches(of: /<th scope="col"[^>]*>(?:<a [^>]*>)?([^<]+)/).map { String($0.1) }
    #expect(heads == ["Name", "Height", "Climbed"])
    #expect(page.contains("<th scope=\"row\" class=\"title\"><a href=\"/hills/~a~\">Rysy</a>"))
    #expect(page.contains("<option value=\"name\">"))
  }

  @Test func `is one live table in an order across them`() async throws {
    let page = try await Self.page("/hills?sort=-climbed")
    #expect(Self.lines(page) == ["Śnieżka", "Kriváň", "Rysy", "Gerlach", "Nowhere"])
    #expect(page.contains("<almanac-table") && !page.contains("class=\"part\""))
    #expect(page.contains("href=\"/hills#section-poland\""))
    let found = try await Self.page("/hills?q=rysy&sort=land,-height")
    #expect(Self.lines(found) == ["# Poland 1", "Rysy"])
  }

  @Test func `continues a section on the next page`() async throws {
    let page = try await Self.page("/hills?limit=1&offset=1")
    #expect(Self.lines(page) == ["# Poland continued 2", "Śnieżka"])
  }

  @Test func `says the sections in JSON, and the same rows in the same order`() async throws {
    let body = try await Self.page("/hills.json")
    #expect(body.contains("\"sections\":[{\"name\":\"Poland\",\"count\":2,\"offset\":0}"))
    let ids = body.matches(of: /\{"id":"(\w)"/).map { String($0.1) }
    #expect(ids == ["a", "c", "b", "d", "e"])
  }

  @Test func `is kept with what a device needs to show it so`() async throws {
    let manifest = try await Self.page("/-/offline/hills.json")
    #expect(manifest.contains("\"columns\":[\"name\",\"height\",\"climbed\"]"))
    #expect(manifest.contains("\"isShownWhole\":1000"))
  }

  @Test func `of a stream has no sections, and the declared order`() {
    var stream = Dataset(
      id: "s", source: Source(kind: .stream, url: "http://example.org"),
      key: Key(from: [FieldPath("id")], isInteger: true),
      fields: [Field(name: "name", type: .text), Field(name: "kind", type: .text)]
    )
    stream.list.sections = "kind"
    stream.list.sort = [SortTerm("name")]
    #expect(stream.ownOrder == [SortTerm("name")] && stream.sectionField == nil)
    #expect(TableQuery().isBySection(in: stream) == false)
  }

  /// What a page says in its rows: headings begin with a sign.
  private static func lines(_ page: String) -> [String] {
    let pattern =
      /<h2><span>(.+?)<\/span> <span class="tally">(\d+)<|class="title"><a [^>]*>(.+?)<\/a>/
    return page.matches(of: pattern).map { match in
      if let title = match.3 { return String(title).replacing(/<\/?mark>/, with: "") }
      return "# \(match.1 ?? "") \(match.2 ?? "")".replacing(/<\/?small>/, with: "")
    }
  }

  private static func page(_ path: String) async throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "hills-\(UUID().uuidString)")
    let own = folder.appending(path: "own")
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    try Data(declaration.utf8).write(to: own.appending(path: "hills.yaml"))
    try Data(rows.utf8).write(to: own.appending(path: "hills.csv"))
    var configuration = Library.Configuration(
      dataDirectory: folder.appending(path: "data"), datasetDirectories: [own])
    configuration.logger.logLevel = .critical
    let library = try await Library(configuration: configuration)
    _ = try await library.sync("hills")
    let website = try Website(
      library: library, options: Website.Options(share: TrialLibrary.share),
      files: try TrialLibrary.files.get())
    let app = website.application(logger: Logger(label: "test"))
    let text = try await app.test(.router) { client in
      String(buffer: try await client.execute(uri: path, method: .get).body)
    }
    try await library.shutdown()
    try FileManager.default.removeItem(at: folder)
    return text
  }
}
